import assert from "node:assert/strict";
import { test } from "node:test";
import { formatAmount, parseAmount, roundCents, taxOf } from "../src/money.js";

test("an amount has two decimals", () => {
  assert.equal(parseAmount("12.50"), 1250);
  assert.equal(parseAmount("-0.05"), -5);
  assert.throws(() => parseAmount("12.5"));
});

test("a comma stands before the cents", () => {
  assert.equal(parseAmount("12,50"), 1250);
  assert.equal(parseAmount("-3,50"), -350);
});

test("points stand between the thousands", () => {
  assert.equal(parseAmount("1.250,00"), 125000);
  assert.equal(parseAmount("-1.234.567,89"), -123456789);
});

test("an amount is printed with a point", () => {
  assert.equal(formatAmount(1250), "12.50");
  assert.equal(formatAmount(-5), "-0.05");
});

test("less and more than half a cent go down and up", () => {
  assert.equal(roundCents(2.4), 2);
  assert.equal(roundCents(2.6), 3);
});

test("half a cent goes to the even neighbour", () => {
  assert.equal(roundCents(2.5), 2);
  assert.equal(roundCents(3.5), 4);
  assert.equal(roundCents(-1.5), -2);
});

test("tax is rounded half to even", () => {
  assert.equal(taxOf(250, 5), 12);
});
