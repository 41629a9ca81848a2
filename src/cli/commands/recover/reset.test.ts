import { expect, test } from "vitest";
import { LEDGER_ITEMS, ledgerWorld } from "../../../../test/fakes/ledger-api.ts";
import { runTool as tool } from "../../../../test/fakes/run-tool.ts";

const blockedRow = async (...ids: string[]): Promise<string | undefined> => {
  const items = LEDGER_ITEMS.filter((item) => item.status === "in_progress" || ids.includes(item.id));
  const { out } = await tool(ledgerWorld(items, { ".git/HEAD": "" }), ["reset"]);
  return out.split("\n").find((line) => line.startsWith("blocked"));
};

test("what stays blocked says how to go on, and not who blocked it", async () => {
  expect(await blockedRow("005")).toBe("blocked    005        stays blocked; unblock it once it can be done");
  expect(await blockedRow("004", "005")).toBe(
    "blocked    004, 005   stay blocked; unblock them once they can be done",
  );
});
