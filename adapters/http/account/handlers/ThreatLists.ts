import { Clock, Effect } from "effect"
import { authorName } from "../../../../core/audit/ActorName.ts"
import { MalwareEngine } from "../../../../core/documents/MalwareEngine.ts"
import { Blocklist, type BlocklistPage } from "../../../../core/threats/blocklist/Blocklist.ts"
import {
  type BlocklistEntry,
  type BlocklistTarget,
  defaultReasons,
  entryText,
  type ListingAction
} from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import { parseBlocklistSearch } from "../../../../core/threats/blocklist/BlocklistSearch.ts"
import { addEntryAs, removeEntryAs } from "../../../../core/threats/blocklist/ManageBlocklist.ts"
import { WebRisk } from "../../../../core/threats/WebRisk.ts"
import { NotFound } from "../api/AccountFailures.ts"
import { pageLimitDefault } from "../api/Page.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { currentActor } from "../session/CurrentActor.ts"
import { invalidField } from "./Failures.ts"

/** Author that members of other accounts see instead of a member's name. */
export const operatorName = "operator"

/**
 * Returns the threat sources as the signed-in member may see them.
 *
 * The name of a list can be a file path or an address, so other accounts see only names without special characters.
 * Problems name settings and commands, so only owners of the operator's account see them.
 */
export const visibleSources = Effect.fnUntraced(function*(showsAll: boolean) {
  const { role } = yield* CurrentMember
  const showsProblems = showsAll && role === "owner"
  const all = yield* (yield* WebRisk).status
  return all.map(({ name, problem, updatedAt, ...source }, at) => ({
    ...source,
    name: showsAll || /^[\w -]{1,60}$/.test(name) ? name : `list ${at + 1}`,
    problem: showsProblems || problem === null ? problem : hiddenProblem,
    updatedAt: updatedAt?.getTime() ?? null
  }))
})

/** Returns the state of the malware engine, or null. Its problem can name an address, so it is hidden as for sources. */
export const visibleEngine = Effect.fnUntraced(function*(showsAll: boolean) {
  const { role } = yield* CurrentMember
  const status = yield* (yield* MalwareEngine)?.status ?? Effect.succeed(null)
  const isShown = status === null || status.problem === null || (showsAll && role === "owner")
  return isShown ? status : { ...status, problem: hiddenProblem }
})

const hiddenProblem = "Only the operator of this server can see the cause. Ask the operator."

export interface EntriesQuery {
  readonly action?: ListingAction
  readonly source?: string
  readonly text?: string
  readonly before?: number
  readonly limit?: number
}

/** Returns a page of entries, newest first. */
export const blocklistPage = Effect.fnUntraced(function*(query: EntriesQuery, showsAuthors: boolean) {
  const blocklist = yield* Blocklist
  const { limit = pageLimitDefault, source, text = "", ...rest } = query
  const page = { ...rest, ...source === undefined ? {} : { source: entryText(source) }, limit }
  const search = parseBlocklistSearch(text)
  const { items, next } = yield* search === null ? listEntries(page) : blocklist.search({ ...page, ...search })
  return { items: items.map((entry) => toEntryView(entry, showsAuthors)), next, total: yield* blocklist.count }
})

/** Returns a page of entries. Reads one entry more than the page shows, to know whether there is another page. */
const listEntries = Effect.fnUntraced(function*(page: BlocklistPage) {
  const found = yield* (yield* Blocklist).list({ ...page, limit: page.limit + 1 })
  const items = found.slice(0, page.limit)
  const last = items.at(-1)
  return { items, next: last !== undefined && found.length > items.length ? last.id : null }
})

export interface EntryInput {
  readonly url: string
  readonly scope: BlocklistTarget["kind"]
  readonly action: ListingAction
  readonly reason: string
  readonly days: number | null
  readonly force: boolean
}

export const addEntry = Effect.fnUntraced(function*({ action, days, force, reason, scope, url }: EntryInput) {
  const entry = yield* addEntryAs(yield* currentActor, {
    kind: scope,
    target: url,
    action,
    reason: reason.trim() === "" ? defaultReasons.manual : reason,
    author: yield* currentAuthorName,
    expiresAt: yield* expiryAfterDays(days),
    force
  }).pipe(Effect.catchTags({
    InvalidBlocklistTarget: invalidField("url"),
    EntryTooBroad: invalidField("force"),
    EntryIsNewer: invalidField("url")
  }))
  return toEntryView(entry, true)
})

export const removeEntry = Effect.fnUntraced(function*(id: number) {
  yield* Effect.catchTag(
    removeEntryAs(yield* currentActor, id),
    "BlocklistEntryNotFound",
    () => new NotFound({ message: "This entry was already removed." })
  )
})

/** Name of the signed-in member, as stored with blocklist entries and reviews. */
export const currentAuthorName = Effect.map(CurrentMember, authorName)

const dayMillis = 86_400_000

/** Returns the time when a new entry expires; null if `days` is null. */
export const expiryAfterDays = (days: number | null) =>
  Effect.map(Clock.currentTimeMillis, (now) => days === null ? null : new Date(now + days * dayMillis))

/**
 * Converts an entry to its form in the API. `entryText` cleans the text of old entries, which were stored as entered.
 */
const toEntryView = (entry: BlocklistEntry, showsAuthor: boolean) => ({
  id: entry.id,
  kind: entry.kind,
  expression: entry.expression,
  action: entry.action,
  reason: entryText(entry.reason),
  source: entryText(entry.source),
  author: showsAuthor ? entryText(entry.author) : operatorName,
  forced: entry.forced,
  createdAt: entry.createdAt.getTime(),
  expiresAt: entry.expiresAt?.getTime() ?? null
})
