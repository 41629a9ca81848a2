import { sortItems } from "#core/backlog/sort-items";
import type { BacklogPaths } from "#contracts/paths";
import type { ItemSort } from "#contracts/schema/routes/backlog-routes";
import { storedItems, type ItemFilter } from "#engine/operations/backlog/list-items";
import type { FileStat, Ports } from "#engine/ports";

interface ItemsQuery extends ItemFilter {
  readonly sort?: ItemSort | undefined;
}

interface Known {
  /** Of the file that the bytes were made from. */
  readonly etag: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A few lists as they were last sent: of a large backlog, putting it into words is most of the work. */
const MOST_LISTS = 4;
/** Of all projects together, each of which has files of its own. */
const lists = new WeakMap<Ports["machine"], Map<string, Known>>();

/** The items as JSON, made once for each version of the file; a client that has that version already gets 304. */
export async function itemsResponse(
  ports: Ports,
  paths: BacklogPaths,
  query: ItemsQuery,
  request: Request,
): Promise<Response> {
  const stat = await ports.files.stat(paths.backlog);
  const known = stat === null ? null : await listOf(ports, paths, query, etagOf(stat));
  const { etag, bytes } = known ?? { etag: "", bytes: await listBytes(ports, paths, query) };
  const headers = { etag, "cache-control": "no-cache", "content-type": "application/json" };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return new Response(bytes, { headers });
}

async function listOf(ports: Ports, paths: BacklogPaths, query: ItemsQuery, etag: string): Promise<Known> {
  const own = lists.get(ports.machine) ?? new Map<string, Known>();
  lists.set(ports.machine, own);
  const key = JSON.stringify([paths.backlog, query.status, query.type, query.sort]);
  const last = own.get(key);
  const known = last?.etag === etag ? last : { etag, bytes: await listBytes(ports, paths, query) };
  own.delete(key);
  own.set(key, known);
  for (const oldest of own.keys()) if (own.size > MOST_LISTS) own.delete(oldest);
  return known;
}

async function listBytes(
  ports: Ports,
  paths: BacklogPaths,
  { sort = "priority", ...filter }: ItemsQuery,
): Promise<Uint8Array<ArrayBuffer>> {
  const items = sortItems(await storedItems(ports, paths, filter), sort);
  return new TextEncoder().encode(JSON.stringify({ data: items }));
}

/** Every write of ours is a new file in its place. */
const etagOf = ({ inode, size, mtimeMs }: FileStat): string => `"${inode}-${size}-${mtimeMs}"`;
