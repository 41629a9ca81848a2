import { expect, test } from "vitest";
import {
  readSettings,
  readVariables,
  settingsText,
  variablesText,
} from "#web/pages/project-settings/option-texts";

test.each([
  ["", null],
  ["\n \n", null],
  ["A=1\n B = x=y \n", { A: "1", B: " x=y " }],
  ["A=", { A: "" }],
  ["A=1\nno", "“no” is no NAME=value."],
  ["1A=1", "“1A=1” is no NAME=value."],
])("variables %j", (text, read) => {
  expect(readVariables(text)).toEqual(read);
});

test("what was read is shown as it was typed", () => {
  expect(variablesText({ A: "1", B: "x=y" })).toBe("A=1\nB=x=y");
  expect(variablesText(undefined)).toBe("");
  expect(readSettings(settingsText({ binary: "x" }))).toEqual({ binary: "x" });
});

test.each([
  ["", null],
  ["[1]", "These settings are an object: { … }."],
  ["3", "These settings are an object: { … }."],
])("settings %j", (text, read) => {
  expect(readSettings(text)).toEqual(read);
});

test("settings that are no JSON", () => {
  expect(readSettings("{ binary }")).toContain("This is no JSON: ");
});
