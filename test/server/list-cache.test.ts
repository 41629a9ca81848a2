import { afterAll, expect, test } from "vitest";
import { countReads, item, makeWorld } from "./server-world.ts";

const world = await makeWorld();
afterAll(() => world.close());

const LIST = "/api/projects/api/backlog";

test("a list that the client has is not sent again, until the file changes by any hand", async () => {
  const first = await world.ask("GET", LIST);
  expect((first.data as { id: string }[]).map(({ id }) => id)).toEqual(["004", "001", "003", "002"]);
  const etag = first.headers.get("etag")!;
  const headers = { "if-none-match": etag };
  expect((await world.ask("GET", LIST, { headers })).status).toBe(304);

  await world.ask("PUT", `${LIST}/002`, { body: { title: "Other words" } });
  const changed = await world.ask("GET", LIST, { headers });
  expect(changed.status).toBe(200);
  expect(changed.text).toContain("Other words");

  world.write(
    ".tool/backlog.json",
    JSON.stringify({ project: "api", description: "", items: [item("007")] }),
  );
  expect((await world.ask("GET", LIST)).data).toMatchObject([{ id: "007" }]);
});

test("each filter has a list of its own", async () => {
  world.write(
    ".tool/backlog.json",
    JSON.stringify({ project: "api", description: "", items: [item("001", { type: "bug" }), item("002")] }),
  );
  for (let round = 0; round < 2; round += 1) {
    expect((await world.ask("GET", `${LIST}?type=bug`)).data).toMatchObject([{ id: "001" }]);
    expect((await world.ask("GET", `${LIST}?type=feature`)).data).toMatchObject([{ id: "002" }]);
    expect((await world.ask("GET", `${LIST}?sort=id`)).data).toHaveLength(2);
  }
});

test("a large backlog is put into words once", async () => {
  const items = Array.from({ length: 10_000 }, (_, n) =>
    item(`${n + 1}`.padStart(3, "0"), { description: "x".repeat(400) }),
  );
  world.write(".tool/backlog.json", JSON.stringify({ project: "api", description: "", items }));
  const first = await world.app.request(`http://127.0.0.1:5173${LIST}`);
  expect(((await first.json()) as { data: unknown[] }).data).toHaveLength(10_000);
  const reads = countReads(world, "backlog.json");
  for (let n = 0; n < 20; n += 1)
    await (await world.app.request(`http://127.0.0.1:5173${LIST}`)).arrayBuffer();
  expect(reads()).toBe(0);
  await (await world.app.request(`http://127.0.0.1:5173${LIST}/001`)).arrayBuffer();
  expect(reads()).toBe(1);
});
