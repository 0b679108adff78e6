import { Effect } from "effect"
import { operatorAccountId } from "../accounts/ManageAccounts.ts"
import { erasedActor } from "../audit/AuditEntry.ts"
import type { AccountId } from "../kernel/Ids.ts"
import type { Submission } from "../submissions/Submission.ts"
import { Submissions } from "../submissions/Submissions.ts"
import { Blocklist } from "../threats/blocklist/Blocklist.ts"
import type { BlocklistEntry } from "../threats/blocklist/BlocklistEntry.ts"
import { namesAddress, urlNamesAddress, urlWithoutAddress } from "./NamesAddress.ts"

/** What threat data say of somebody: a link that was sent to them may hold their address. */
export interface ReportedLinks {
  /** Whose link, rejection or triage names the address. */
  readonly submissions: ReadonlyArray<Submission>
  /** Whose expression or reason does. */
  readonly entries: ReadonlyArray<BlocklistEntry>
  /** As which somebody decided here who gave the address with their name (`--author`). */
  readonly names: ReadonlySet<string>
}

/** Read at a time. */
const pageItems = 500

/**
 * Looks through all that was reported, and the blocklist, for the operator's account, whose these are; for another through what was
 * reported with its own keys.
 *
 * @param itemsMax of submissions and of entries
 */
export const linksNaming = Effect.fnUntraced(function*(accountId: AccountId, address: string, itemsMax: number) {
  const isOperators = (yield* operatorAccountId) === accountId
  const submissions = yield* Submissions
  const blocklist = yield* Blocklist
  const names = new Set<string>()
  const note = (name: string) => isOperators && namesAddress(name, address) && names.add(name)
  const reported = yield* found(
    (page) => submissions.list({ ...page, ...isOperators ? {} : { accountId } }),
    (submission) => {
      note(submission.reviewer ?? "")
      return wordsOf(submission).some((text) => urlNamesAddress(text, address))
    },
    itemsMax
  )
  const entries = isOperators
    ? yield* found(
      blocklist.list,
      ({ author, expression, reason }) => {
        note(author)
        return [expression, reason].some((text) => urlNamesAddress(text, address))
      },
      itemsMax
    )
    : []
  const links: ReportedLinks = { submissions: reported, entries, names }
  return links
})

const wordsOf = ({ canonicalUrl, rejection, triageReasons, url }: Submission): ReadonlyArray<string> => [
  url,
  canonicalUrl,
  rejection ?? "",
  ...triageReasons.map(({ message }) => message)
]

const found = Effect.fnUntraced(function*<Item extends { readonly id: number }>(
  list: (page: { readonly before?: number; readonly limit: number }) => Effect.Effect<ReadonlyArray<Item>>,
  isTheirs: (item: Item) => boolean,
  itemsMax: number
) {
  const items: Array<Item> = []
  let before: number | undefined
  while (items.length < itemsMax) {
    const page = yield* list({ limit: pageItems, ...before === undefined ? {} : { before } })
    items.push(...page.filter(isTheirs))
    const last = page.at(-1)
    if (last === undefined || page.length < pageItems) break
    before = last.id
    yield* Effect.yieldNow
  }
  return items.slice(0, itemsMax)
})

/**
 * A submission stays, as threat data that all accounts share, without the address. So does an entry whose reason named it; one for
 * the very link goes, since it holds for nothing else, and would hold for nothing without it.
 */
export const eraseLinks = Effect.fnUntraced(function*({ entries, submissions }: ReportedLinks, address: string) {
  const plain = (text: string) => urlWithoutAddress(text, address, erasedActor)
  for (let at = 0; at < submissions.length; at += pageItems) {
    yield* (yield* Submissions).rewrite(
      submissions.slice(at, at + pageItems).map((submission) => ({
        ...submission,
        url: plain(submission.url),
        canonicalUrl: plain(submission.canonicalUrl),
        rejection: submission.rejection === null ? null : plain(submission.rejection),
        triageReasons: submission.triageReasons.map(({ code, message }) => ({ code, message: plain(message) }))
      }))
    )
    yield* Effect.yieldNow
  }
  const blocklist = yield* Blocklist
  for (const { id, ...entry } of entries) {
    if (urlNamesAddress(entry.expression, address)) {
      yield* Effect.catchTag(blocklist.remove(id), "BlocklistEntryNotFound", () => Effect.void)
    } else yield* blocklist.put({ ...entry, reason: plain(entry.reason) })
  }
})
