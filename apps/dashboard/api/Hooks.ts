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
  /** Asks again by itself, for what changes while somebody looks. */
  readonly everyMillis?: number
  readonly enabled?: boolean
}

/**
 * What an endpoint answers, kept up to date: `const keys = useApi("keys", "list")`.
 * While another request of the same endpoint is under way the old answer stays (`isPlaceholderData`), so that nothing jumps.
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

/** Where the next page begins; null before the first and after the last. */
type Cursor = string | number | null

type Item<Page> = Page extends { readonly items: ReadonlyArray<infer One> } ? One : never

/** What `DataTable` needs of a list that comes in pages. */
export interface Pages<Row> {
  readonly items: ReadonlyArray<Row>
  readonly isLoading: boolean
  /** The rows are of what was asked for before, until those of now are there. */
  readonly isOfBefore: boolean
  readonly failure: Failure | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
  readonly reload: () => void
}

/** A list that is asked for page by page: of endpoints that take `query.before` and answer `{ items, next }`. */
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
  /** A sentence for the toast when it is done; without one nothing is said. */
  readonly says?: string | ((answer: Answer, request: Asked) => string)
  /** Groups whose answers are asked for again. */
  readonly refreshes?: ReadonlyArray<GroupName>
  /** Endpoint of the same group that told, of the same params, what is no more. */
  readonly ends?: Name
  /** Takes it back: the toast offers it for some seconds. */
  readonly undo?: (answer: Answer, request: Asked) => Promise<unknown>
  /** The form shows what was refused (`fields`, `failure`) by itself; no toast then. */
  readonly showsFailure?: boolean
  readonly after?: (answer: Answer, request: Asked) => void
}

/**
 * Something that changes things: `const revoke = useChange("keys", "revoke", { says: "Key revoked", refreshes: ["keys"] })`, then
 * `revoke.run({ params: { id } })`. Failures are told in a toast unless the form shows them.
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
      // Somebody else was quicker: the list that still shows it is old.
      if (failure._tag === "NotThere") void refresh(client, { groups: refreshes })
      if (!showsFailure && failure._tag !== "SignInNeeded") sayFailed(failure.message)
    }
  })
  return {
    run: (request: Asked<Group, Name>) => change.mutate(request),
    /** For what comes after it; rejected with a `Failure`. */
    runAsync: (request: Asked<Group, Name>) => change.mutateAsync(request),
    isRunning: change.isPending,
    failure: change.error,
    /** Sentences by field, of the last try. */
    fields: fieldsOf(change.error),
    answer: change.data,
    forget: () => change.reset()
  }
}

interface Changed {
  /** Groups whose answers are asked for again. */
  readonly groups: ReadonlyArray<GroupName>
  /** Answers about what is gone: asked for again they would be 404. */
  readonly gone?: { readonly group: GroupName; readonly name: string; readonly params: unknown }
}

/** After a change: what is shown is asked for again, and what is no more is forgotten. */
export const refresh = async (client: QueryClient, { gone, groups }: Changed): Promise<void> => {
  if (gone !== undefined) {
    client.removeQueries({ queryKey: [gone.group, gone.name, { params: gone.params }] })
  }
  await Promise.all(groups.map((group) => client.invalidateQueries({ queryKey: [group] })))
}
