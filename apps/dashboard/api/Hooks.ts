import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient
} from "@tanstack/react-query"
import { type Answer, ask, type Asked, type EndpointName, type GroupName, partsOf } from "./Client.ts"
import { type Failure, fieldsOf } from "./Failure.ts"
import { sayDone, sayFailed } from "./Toasts.tsx"

interface Options {
  /** Polling interval in milliseconds, for data that changes while the page is open. */
  readonly everyMillis?: number
  readonly enabled?: boolean
}

/**
 * Fetches an endpoint and keeps the response up to date: `const keys = useApi("keys", "list")`. While a new request loads, the
 * previous response stays (`isPlaceholderData`), so the layout does not jump.
 */
export const useApi = <Group extends GroupName, Name extends EndpointName<Group>>(
  group: Group,
  name: Name,
  request?: Asked<Group, Name>,
  { enabled = true, everyMillis }: Options = {}
) =>
  useQuery<Answer<Group, Name>>({
    queryKey: [group, name, request ?? null],
    queryFn: ({ signal }) => ask(group, name, request, signal),
    placeholderData: keepPreviousData,
    enabled,
    ...everyMillis === undefined ? {} : { refetchInterval: everyMillis }
  })

/** Cursor of the next page. Null before the first page and after the last. */
type Cursor = string | number | null

type Item<Page> = Page extends { readonly items: ReadonlyArray<infer One> } ? One : never

/** Paginated list, in the shape that `DataTable` takes. */
export interface Pages<Row> {
  readonly items: ReadonlyArray<Row>
  readonly isLoading: boolean
  /** Whether the rows still belong to the previous request because the current one is loading. */
  readonly isOfBefore: boolean
  readonly failure: Failure | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
  readonly reload: () => void
}

/** Loads a list page by page, from endpoints that take `query.before` and return `{ items, next }`. */
export const usePages = <Group extends GroupName, Name extends EndpointName<Group>>(
  group: Group,
  name: Name,
  query: Readonly<Record<string, unknown>> = {},
  { enabled = true, everyMillis }: Options = {}
): Pages<Item<Answer<Group, Name>>> => {
  type Page = { readonly items: ReadonlyArray<Item<Answer<Group, Name>>>; readonly next: Cursor }
  const found = useInfiniteQuery<Page, Failure, InfiniteData<Page>, ReadonlyArray<unknown>, Cursor>({
    queryKey: [group, name, "pages", query],
    queryFn: ({ pageParam, signal }) =>
      ask(
        group,
        name,
        { query: pageParam === null ? query : { ...query, before: pageParam } } as never,
        signal
      ) as Promise<Page>,
    initialPageParam: null,
    getNextPageParam: (last: Page) => last.next,
    placeholderData: keepPreviousData,
    enabled,
    ...everyMillis === undefined ? {} : { refetchInterval: everyMillis }
  })
  return {
    items: found.data?.pages.flatMap(({ items }) => items) ?? [],
    isLoading: found.isLoading,
    isOfBefore: found.isPlaceholderData,
    failure: found.error,
    hasMore: found.hasNextPage,
    isLoadingMore: found.isFetchingNextPage,
    loadMore: () => void found.fetchNextPage(),
    reload: () => void found.refetch()
  }
}

interface ChangeOptions<Asked, Answer, Name> {
  /** Text of the success toast; no toast if absent. */
  readonly says?: string | ((answer: Answer, request: Asked) => string)
  /** Groups whose queries are invalidated afterwards. */
  readonly refreshes?: ReadonlyArray<GroupName>
  /** Endpoint of the same group, queried with the same params, whose cached data no longer exists after the change. */
  readonly ends?: Name
  /** Reverts the change. The success toast offers it for a few seconds. */
  readonly undo?: (answer: Answer, request: Asked) => Promise<unknown>
  /** Whether the form displays the failure itself (`fields`, `failure`). Suppresses the error toast. */
  readonly showsFailure?: boolean
  readonly after?: (answer: Answer, request: Asked) => void
}

/**
 * Wraps an endpoint that changes data. Failures appear in a toast unless the form shows them.
 *
 * Create it with `const revoke = useChange("keys", "revoke", { says: "Key revoked", refreshes: ["keys"] })` and call
 * `revoke.run({ params: { id } })`.
 */
export const useChange = <Group extends GroupName, Name extends EndpointName<Group>>(
  group: Group,
  name: Name,
  { ends, refreshes = [group], says, showsFailure = false, after, undo }: ChangeOptions<
    Asked<Group, Name>,
    Answer<Group, Name>,
    EndpointName<Group>
  > = {}
) => {
  const client = useQueryClient()
  const change = useMutation<Answer<Group, Name>, Failure, Asked<Group, Name>>({
    mutationFn: (request) => ask(group, name, request),
    onSuccess: (answer, request) => {
      const { params } = partsOf(request)
      void refresh(client, {
        groups: refreshes,
        ...ends === undefined ? {} : { gone: { group, name: ends, params } }
      })
      const text = typeof says === "function" ? says(answer, request) : says
      if (text !== undefined) {
        sayDone(
          text,
          undo &&
            (() =>
              undo(answer, request).then(
                () => refresh(client, { groups: refreshes }),
                (failure: Failure) => sayFailed(failure.message)
              ))
        )
      }
      after?.(answer, request)
    },
    onError: (failure) => {
      // The item no longer exists, so the displayed list is out of date.
      if (failure._tag === "NotThere") void refresh(client, { groups: refreshes })
      if (!showsFailure && failure._tag !== "SignInNeeded") sayFailed(failure.message)
    }
  })
  return {
    run: (request: Asked<Group, Name>) => change.mutate(request),
    /** Returns a promise that rejects with a `Failure`. */
    runAsync: (request: Asked<Group, Name>) => change.mutateAsync(request),
    isRunning: change.isPending,
    failure: change.error,
    /** Messages by field, from the last attempt. */
    fields: fieldsOf(change.error),
    answer: change.data,
    forget: () => change.reset()
  }
}

interface Changed {
  /** Groups whose queries are invalidated. */
  readonly groups: ReadonlyArray<GroupName>
  /** Query of a deleted item. Its cache entry is removed, because a refetch would return 404. */
  readonly gone?: { readonly group: GroupName; readonly name: string; readonly params: unknown }
}

/** Invalidates the affected queries after a change, and removes the cache entry of a deleted item. */
export const refresh = async (client: QueryClient, { gone, groups }: Changed): Promise<void> => {
  if (gone !== undefined) {
    client.removeQueries({ queryKey: [gone.group, gone.name, { params: gone.params }] })
  }
  await Promise.all(groups.map((group) => client.invalidateQueries({ queryKey: [group] })))
}
