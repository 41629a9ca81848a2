import * as z from "zod";
import { FILES } from "#contracts/names";
import { backlogSchema } from "#contracts/schema/backlog";

/** What editors and agents check backlog.json against (draft 2020-12); derived, so that it can't drift. */
export function backlogJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(backlogSchema, { target: "draft-2020-12", io: "input" });
  return { $schema, title: FILES.backlog, ...schema };
}

/** The text of the committed file, which `npm run schema` writes. */
export function backlogSchemaText(): string {
  return `${JSON.stringify(backlogJsonSchema(), null, 2)}\n`;
}
