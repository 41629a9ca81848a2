import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { backlogJsonSchema, backlogSchemaText } from "#contracts/schema/backlog-json-schema";

test("the committed schema is the one of the contracts; else run: npm run schema", async () => {
  const committed = await readFile(
    new URL("../../../templates/backlog.schema.json", import.meta.url),
    "utf8",
  );
  expect(committed, "templates/backlog.schema.json is out of date: npm run schema").toBe(backlogSchemaText());
});

test("it is of draft 2020-12 and lets unknown fields stand", () => {
  expect(backlogJsonSchema()).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    required: ["project", "description", "items"],
    additionalProperties: {},
    properties: {
      items: {
        items: {
          required: [
            "id",
            "type",
            "priority",
            "title",
            "description",
            "acceptanceCriteria",
            "status",
            "completedAt",
          ],
          additionalProperties: {},
          properties: {
            priority: { enum: [1, 2, 3, 4] },
            status: { enum: ["pending", "in_progress", "done", "blocked"] },
            type: { enum: ["bug", "bugfix", "refactor", "feature", "chore", "test"] },
            agentDelegation: { properties: { recommendedConcurrency: { minimum: 2 } } },
          },
        },
      },
    },
  });
});
