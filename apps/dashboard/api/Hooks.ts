import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient
} from "@tanstack/react-query"
import {
  type ApiRequest,
  type ApiResponse,
  callApi,
  type EndpointName,
  type GroupName,
  requestParts
} from "./Client.ts"
import { type Failure, fieldErrors } from "./Failure.ts"
import { showError, showSuccess } from "./Toasts.tsx"

/** Polling interval in milliseconds, or a function that derives it from the loaded data. Null stops the polling. */
type RefetchMillis<Data> = number | ((data: Data) => number | null)

interface QueryOptions<Data> {
  /** For data that changes while the page is open. */
  readonly refetchMillis?: RefetchMillis<Data>
  readonly enabled?: boolean
}

/**
 * Returns the `refetchInterval` of a query.
 *
 * @param dataOf returns the data from the query's cached value
 */
export const refetchInterval = <Cached, Data>(
  refetchMillis: RefetchMillis<Data> | undefined,
  dataOf: (cached: Cached) => Data
) =>
({ state: { data } }: { readonly state: { readonly data: Cached | undefined } }): number | false =>
  typeof refetchMillis === "function"
    ? (data === undefined ? null : refetchMillis(dataOf(data))) ?? false
    : refetchMillis ?? false

/**
 * Fetches an endpoint and keeps the response up to date: `const keys = useApi("keys", "list")`. While a new request
 * loads, `data` keeps the previous response and `isPlaceholderData` is true, so that the layout does not jump.
 */
export const useApi = <Group extends GroupName, Name extends EndpointName<Group>>(
  group: Group,
  name: Name,
  request?: ApiRequest<Group, Name>,
  { enabled = true, refetchMillis }: QueryOptions<ApiResponse<Group, Name>> = {}
) =>
  useQuery<ApiResponse<Group, Name>>({
    queryKey: [group, name, request ?? null],
    queryFn: ({ signal }) => callApi(group, name, request, signal),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: refetchInterval(refetchMillis, (data: ApiResponse<Group, Name>) => data)
  })

/** Cursor that selects the next page. Null for the first page, and if no page follows. */
type Cursor = string | number | null

type Item<Page> = Page extends { readonly items: ReadonlyArray<infer One> } ? One : never

/** Paginated list, as `usePagedList` returns it. */
export interface PagedList<Row> {
  readonly items: ReadonlyArray<Row>
  readonly isLoading: boolean
  /** Whether `items` still belong to the previous request, because the current request is loading. */
  readonly isPlaceholder: boolean
  readonly failure: Failure | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
  readonly reload: () => void
}

/** Loads a list page by page, from endpoints that take `query.before` and return `{ items, next }`. */
export const usePagedList = <Group extends GroupName, Name extends EndpointName<Group>>(
  group: Group,
  name: Name,
  query: Readonly<Record<string, unknown>> = {},
  { enabled = true, refetchMillis }: QueryOptions<ReadonlyArray<Item<ApiResponse<Group, Name>>>> = {}
): PagedList<Item<ApiResponse<Group, Name>>> => {
  type Page = { readonly items: ReadonlyArray<Item<ApiResponse<Group, Name>>>; readonly next: Cursor }
  const itemsOf = ({ pages }: InfiniteData<Page>) => pages.flatMap(({ items }) => items)
  const list = useInfiniteQuery<Page, Failure, InfiniteData<Page>, ReadonlyArray<unknown>, Cursor>({
    queryKey: [group, name, "pages", query],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        group,
        name,
        { query: pageParam === null ? query : { ...query, before: pageParam } } as never,
        signal
      ) as Promise<Page>,
    initialPageParam: null,
    getNextPageParam: (last: Page) => last.next,
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: refetchInterval(refetchMillis, itemsOf)
  })
  return {
    items: list.data === undefined ? [] : itemsOf(list.data),
    isLoading: list.isLoading,
    isPlaceholder: list.isPlaceholderData,
    failure: list.error,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
    reload: () => void list.refetch()
  }
}

interface MutationOptions<Request, Response, Name> {
  /** Text of the success toast. If absent, no toast appears. */
  readonly successMessage?: string | ((response: Response, request: Request) => string)
  /** Groups whose queries are invalidated after the change. The default is the group of the endpoint. */
  readonly invalidates?: ReadonlyArray<GroupName>
  /** Query endpoint of the same group that loads the deleted item. Its cache entry for the same `params` is removed. */
  readonly deletes?: Name
  /** Reverts the change. The success toast offers to undo it for 10 seconds. */
  readonly undo?: (response: Response, request: Request) => Promise<unknown>
  /** Whether the form displays the failure itself (`fields`, `failure`). If so, no error toast appears. */
  readonly handlesFailure?: boolean
  readonly onSuccess?: (response: Response, request: Request) => void
}

/**
 * Wraps an endpoint that changes data. Failures appear in a toast, unless the form displays them.
 *
 * Create it with `const revoke = useApiMutation("keys", "revoke", { successMessage: "Key revoked" })` and call
 * `revoke.run({ params: { id } })`.
 */
export const useApiMutation = <Group extends GroupName, Name extends EndpointName<Group>>(
  group: Group,
  name: Name,
  { deletes, invalidates = [group], successMessage, handlesFailure = false, onSuccess, undo }: MutationOptions<
    ApiRequest<Group, Name>,
    ApiResponse<Group, Name>,
    EndpointName<Group>
  > = {}
) => {
  const client = useQueryClient()
  const mutation = useMutation<ApiResponse<Group, Name>, Failure, ApiRequest<Group, Name>>({
    mutationFn: (request) => callApi(group, name, request),
    onSuccess: (response, request) => {
      const { params } = requestParts(request)
      void invalidateGroups(client, {
        groups: invalidates,
        ...deletes === undefined ? {} : { deleted: { group, name: deletes, params } }
      })
      const text = typeof successMessage === "function" ? successMessage(response, request) : successMessage
      if (text !== undefined) {
        showSuccess(
          text,
          undo &&
            (() =>
              undo(response, request).then(
                () => invalidateGroups(client, { groups: invalidates }),
                (failure: Failure) => showError(failure.message)
              ))
        )
      }
      onSuccess?.(response, request)
    },
    onError: (failure) => {
      // Reloads the displayed list, which still contains an item that no longer exists.
      if (failure._tag === "NotFound") void invalidateGroups(client, { groups: invalidates })
      if (!handlesFailure && failure._tag !== "SignInRequired") showError(failure.message)
    }
  })
  return {
    run: (request: ApiRequest<Group, Name>) => mutation.mutate(request),
    /** Sends the request and returns a promise, which rejects with a `Failure`. */
    runAsync: (request: ApiRequest<Group, Name>) => mutation.mutateAsync(request),
    isRunning: mutation.isPending,
    failure: mutation.error,
    /** Error messages by field name, from the last attempt. */
    fields: fieldErrors(mutation.error),
    response: mutation.data,
    reset: () => mutation.reset()
  }
}

interface Invalidation {
  readonly groups: ReadonlyArray<GroupName>
  /** Query of a deleted item. Its cache entry is removed, because a refetch would return 404. */
  readonly deleted?: { readonly group: GroupName; readonly name: string; readonly params: unknown }
}

/** Invalidates the affected queries after a change, and removes the cache entry of a deleted item. */
export const invalidateGroups = async (client: QueryClient, { deleted, groups }: Invalidation): Promise<void> => {
  if (deleted !== undefined) {
    client.removeQueries({ queryKey: [deleted.group, deleted.name, { params: deleted.params }] })
  }
  await Promise.all(groups.map((group) => client.invalidateQueries({ queryKey: [group] })))
}
