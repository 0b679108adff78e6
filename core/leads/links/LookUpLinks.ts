import { Duration, Effect } from "effect"
import { type Listed, screenWebUrl } from "../../threats/ScreenUrl.ts"
import type { LeadLink } from "./LeadLinks.ts"

/** Links that are looked up at the same time. */
const linksAtOnce = 8
/** How long a lead waits for the threat sources, for all of its links: whoever sent the form waits as well. */
export const lookUpMillisMax = 2_500

/** What the threat sources say of a link. */
export type LinkOutcome =
  | { readonly kind: "listed"; readonly listed: Listed }
  /** The operator's own list makes an exception for it. */
  | { readonly kind: "allowed" }
  | { readonly kind: "unlisted" }
  /** A source that is needed did not answer, or not in time. */
  | { readonly kind: "unchecked" }

export interface LookedUpLink {
  readonly link: LeadLink
  readonly outcome: LinkOutcome
}

const unlisted: LinkOutcome = { kind: "unlisted" }
const allowed: LinkOutcome = { kind: "allowed" }
const unchecked: LinkOutcome = { kind: "unchecked" }

/** Looks up all that were found, as far as there is time, so that none hides behind others; nothing fails for what cannot. */
export const lookUpLinks = Effect.fnUntraced(function*(links: ReadonlyArray<LeadLink>) {
  const found: Array<LookedUpLink> = links.map((link) => ({ link, outcome: unchecked }))
  const lookUp = (link: LeadLink, at: number) =>
    Effect.map(outcomeOf(link), (outcome) => void (found[at] = { link, outcome }))
  yield* Effect.timeoutOption(
    Effect.forEach(links, lookUp, {
      concurrency: links.length > 1 ? linksAtOnce : 1,
      discard: true
    }),
    Duration.millis(lookUpMillisMax)
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
