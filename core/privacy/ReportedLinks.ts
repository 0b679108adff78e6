import { Effect } from "effect"
import { operatorAccountId } from "../accounts/ManageAccounts.ts"
import { erasedActor } from "../audit/AuditEntry.ts"
import type { AccountId } from "../kernel/Ids.ts"
import type { Submission } from "../submissions/Submission.ts"
import { Submissions } from "../submissions/Submissions.ts"
import { Blocklist } from "../threats/blocklist/Blocklist.ts"
import type { BlocklistEntry } from "../threats/blocklist/BlocklistEntry.ts"
import { containsAddress, replaceAddressInUrl, urlContainsAddress } from "./ContainsAddress.ts"

/** Threat data that contains a person's email address. A link sent to a person may contain the address. */
export interface ReportedLinks {
  /** Submissions whose link, rejection or triage contains the address. */
  readonly submissions: ReadonlyArray<Submission>
  /** Blocklist entries whose expression or reason contains the address. */
  readonly entries: ReadonlyArray<BlocklistEntry>
  /** Author names that contain the address (`--author`). */
  readonly names: ReadonlySet<string>
}

/** Maximum items per query. */
const pageItems = 500

/**
 * Searches threat data for an email address. For the operator's account, searches all submissions and the blocklist.
 * For other accounts, searches only links reported with their keys.
 *
 * @param itemsMax maximum number of submissions, and of blocklist entries
 */
export const findReportedLinks = Effect.fnUntraced(function*(accountId: AccountId, address: string, itemsMax: number) {
  const isOperators = (yield* operatorAccountId) === accountId
  const submissions = yield* Submissions
  const blocklist = yield* Blocklist
  const names = new Set<string>()
  const note = (name: string) => isOperators && containsAddress(name, address) && names.add(name)
  const reported = yield* findItems(
    (page) => submissions.list({ ...page, ...isOperators ? {} : { accountId } }),
    (submission) => {
      note(submission.reviewer ?? "")
      return textsOf(submission).some((text) => urlContainsAddress(text, address))
    },
    itemsMax
  )
  const entries = isOperators
    ? yield* findItems(
      blocklist.list,
      ({ author, expression, reason }) => {
        note(author)
        return [expression, reason].some((text) => urlContainsAddress(text, address))
      },
      itemsMax
    )
    : []
  const links: ReportedLinks = { submissions: reported, entries, names }
  return links
})

const textsOf = ({ canonicalUrl, rejection, triageReasons, url }: Submission): ReadonlyArray<string> => [
  url,
  canonicalUrl,
  rejection ?? "",
  ...triageReasons.map(({ message }) => message)
]

const findItems = Effect.fnUntraced(function*<Item extends { readonly id: number }>(
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
 * Removes the address from submissions and from the reasons of blocklist entries. Submissions are kept, because all
 * accounts share them. A blocklist entry whose expression contains the address is deleted, because it would match
 * nothing without the address.
 */
export const eraseLinks = Effect.fnUntraced(function*({ entries, submissions }: ReportedLinks, address: string) {
  const plain = (text: string) => replaceAddressInUrl(text, address, erasedActor)
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
    if (urlContainsAddress(entry.expression, address)) {
      yield* Effect.catchTag(blocklist.remove(id), "BlocklistEntryNotFound", () => Effect.void)
    } else yield* blocklist.put({ ...entry, reason: plain(entry.reason) })
  }
})
