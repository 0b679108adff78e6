import { Duration, Effect } from "effect"
import { type Listing, screenWebUrl } from "../../threats/ScreenUrl.ts"
import type { LeadLink } from "./LeadLinks.ts"

const concurrentLookupsMax = 8
/** Timeout for all lookups of a lead together. The person who sent the form waits for them. */
export const linkLookupMillisMax = 2_500

export type LinkOutcome =
  | { readonly kind: "listed"; readonly listed: Listing }
  /** The operator's blocklist allows the link. */
  | { readonly kind: "allowed" }
  | { readonly kind: "unlisted" }
  /** A required threat source did not answer in time. */
  | { readonly kind: "unchecked" }

export interface CheckedLink {
  readonly link: LeadLink
  readonly outcome: LinkOutcome
}

const unlisted: LinkOutcome = { kind: "unlisted" }
const allowed: LinkOutcome = { kind: "allowed" }
const unchecked: LinkOutcome = { kind: "unchecked" }

/** Looks up all links within the timeout. Links without a result stay `unchecked`. Never fails. */
export const checkLinks = Effect.fnUntraced(function*(links: ReadonlyArray<LeadLink>) {
  const found: Array<CheckedLink> = links.map((link) => ({ link, outcome: unchecked }))
  const lookUp = (link: LeadLink, at: number) =>
    Effect.map(outcomeOf(link), (outcome) => void (found[at] = { link, outcome }))
  yield* Effect.timeoutOption(
    Effect.forEach(links, lookUp, {
      concurrency: links.length > 1 ? concurrentLookupsMax : 1,
      discard: true
    }),
    Duration.millis(linkLookupMillisMax)
  )
  return found
})

const outcomeOf = (
  { url }: LeadLink
): Effect.Effect<LinkOutcome, never, Effect.Services<ReturnType<typeof screenWebUrl>>> =>
  Effect.match(screenWebUrl(url), {
    onSuccess: (verdict) =>
      verdict.listed !== null
        ? { kind: "listed", listed: verdict.listed }
        : verdict.allowed === null
        ? unlisted
        : allowed,
    onFailure: () => unchecked
  })
