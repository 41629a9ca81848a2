import {
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";
import {
  call,
  isApiError,
  type ApiError,
  type GetKey,
  type Reply,
  type RouteRequest,
  type SendKey,
} from "#web/api/client";

/** The dashboard reads everything again this often (spec: Limits). */
const REFRESH_MS = 30_000;
const RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      refetchInterval: REFRESH_MS,
      retry: (failures, error) => isApiError(error) && error.status >= 500 && failures < RETRIES,
    },
    mutations: { retry: false },
  },
});

interface GetOptions {
  readonly enabled?: boolean;
  /** ms; false: read once. */
  readonly refetchInterval?: number | false;
  /** While nobody sees the page, too: for its title, its icon and the notice on the desktop. */
  readonly refetchIntervalInBackground?: boolean;
  readonly refetchOnMount?: "always";
}

/** Where a reply lies in the cache: the route, the project's id ("" for none), the request. */
export function cacheKey<K extends GetKey>(
  route: K,
  request: RouteRequest<K>,
): readonly [K, string, RouteRequest<K>] {
  return [route, projectOf(request), request];
}

/** What `useGet` does, as data: for `useQueries`, `prefetchQuery` and loaders. */
export function getQuery<K extends GetKey>(route: K, request: RouteRequest<K>, options: GetOptions = {}) {
  return {
    queryKey: cacheKey(route, request),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(route, request, { signal }),
    ...options,
  };
}

/** A GET route's reply, kept fresh: `useGet("GET /api/projects/:id/status", { params: { id } })`. */
export function useGet<K extends GetKey>(
  route: K,
  request: RouteRequest<K>,
  options: GetOptions = {},
): UseQueryResult<Reply<K>, ApiError> {
  return useQuery<Reply<K>, ApiError>(getQuery(route, request, options));
}

/** As `useGet`, for what is decided by it: what was read before somebody looked is not known any more. */
export function useGetNow<K extends GetKey>(
  route: K,
  request: RouteRequest<K>,
  options: GetOptions = {},
): UseQueryResult<Reply<K>, ApiError> {
  const query = useGet(route, request, { ...options, refetchOnMount: "always" });
  const data = query.isFetchedAfterMount ? query.data : undefined;
  return { ...query, data } as UseQueryResult<Reply<K>, ApiError>;
}

/** A changing route; when it has answered, everything known of its project is read again. */
export function useSend<K extends SendKey>(route: K): UseMutationResult<Reply<K>, ApiError, RouteRequest<K>> {
  const client = useQueryClient();
  return useMutation<Reply<K>, ApiError, RouteRequest<K>>({
    mutationFn: (request) => call(route, request),
    onSettled: (_reply, _error, request) => refreshProject(client, projectOf(request)),
  });
}

/** Reads again what is known of a project, and the list of projects; "" reads everything. */
export async function refreshProject(client: QueryClient, id: string): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) => id === "" || queryKey[1] === id || queryKey[1] === "",
  });
}

function projectOf(request: object): string {
  return "params" in request &&
    typeof request.params === "object" &&
    request.params !== null &&
    "id" in request.params
    ? String(request.params.id)
    : "";
}
