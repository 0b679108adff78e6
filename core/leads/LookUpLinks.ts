import { Effect } from "effect"
import { type Listed, screenWebUrl } from "../urls/ScreenUrl.ts"
import type { LeadLink } from "./LeadLinks.ts"

/** Links of one lead that are looked up in the threat sources; a lead with more is never clean. */
export const linksScreenedMax = 50
/** Of them, at the same time. */
const linksAtOnce = 8

/** What the threat sources say of a link. */
export type LinkOutcome =
  | { readonly kind: "listed"; readonly listed: Listed }
  /** The operator's own list makes an exception for it. */
  | { readonly kind: "allowed" }
  | { readonly kind: "unlisted" }
  /** A source that is needed did not answer, or there were too many. */
  | { readonly kind: "unchecked" }

export interface LookedUpLink {
  readonly link: LeadLink
  readonly outcome: LinkOutcome
}

const unlisted: LinkOutcome = { kind: "unlisted" }
const allowed: LinkOutcome = { kind: "allowed" }
const unchecked: LinkOutcome = { kind: "unchecked" }

/** Looks up what can be looked up; nothing fails for one that cannot. */
export const lookUpLinks = Effect.fnUntraced(function*(links: ReadonlyArray<LeadLink>) {
  const found = yield* Effect.forEach(links.slice(0, linksScreenedMax), lookUp, {
    concurrency: links.length > 1 ? linksAtOnce : 1
  })
  return [...found, ...links.slice(linksScreenedMax).map((link) => ({ link, outcome: unchecked }))]
})

const lookUp = (link: LeadLink) =>
  Effect.match(screenWebUrl(link.url), {
    onSuccess: (verdict): LookedUpLink => ({
      link,
      outcome: verdict.listed !== null
        ? { kind: "listed", listed: verdict.listed }
        : verdict.allowed === null
        ? unlisted
        : allowed
    }),
    onFailure: (): LookedUpLink => ({ link, outcome: unchecked })
  })
