import { Effect } from "effect"
import { hexOf } from "../../kernel/HexText.ts"
import { Seals } from "../../kernel/Seals.ts"
import type { Site } from "../../sites/Site.ts"
import {
  degradedTokenSecondsMax,
  forgetAt,
  ticketSecondsMax,
  tokenSecondsMax,
  type Validity,
  validityAt
} from "../ShieldTimes.ts"
import { SingleUse } from "../SingleUse.ts"
import { testKindOf } from "../TestSites.ts"
import { type DegradedToken, isDegradedText, readDegradedToken } from "../tokens/DegradedToken.ts"
import { readToken, type Token } from "../tokens/Token.ts"
import { listsHost } from "../VisitorHost.ts"
import type { WhyDegraded } from "./DegradedPolicy.ts"
import type { RejectionReason } from "./SiteVerification.ts"

/** What the token of a form is worth, where it is not rejected. */
export type Pass =
  | { readonly why: null; readonly token: Token }
  /** @property token known where it is authentic, and only its use cannot be told */
  | { readonly why: WhyDegraded; readonly token: Token | null }

/** Reads the token of a form, and uses it up. */
export const readPass: (
  text: string,
  site: Site,
  nowMillis: number
) => Effect.Effect<Pass | RejectionReason, never, Seals | SingleUse> = Effect.fnUntraced(
  function*(text: string, site: Site, nowMillis: number) {
    if (text === "") return { why: "empty", token: null }
    const seals = yield* Seals
    if (isDegradedText(text)) {
      const degraded = readDegradedToken(seals, text)
      if (degraded === null) return "invalid token"
      const wrong = decideDegradedToken(degraded, site, nowMillis)
      if (wrong !== null) return wrong
      // Where nobody can tell, it is worth as little as before.
      return (yield* useUp(degraded)) === false ? "duplicate token" : { why: degraded.cause, token: null }
    }
    const token = readToken(seals, text)
    if (token === null) return "invalid token"
    const wrong = decideToken(token, site, nowMillis)
    if (wrong !== null) return wrong
    const isFirst = yield* useUp(token)
    return isFirst === false ? "duplicate token" : { why: isFirst === null ? "store" : null, token }
  }
)

/** Null where nobody can tell at the moment. */
const useUp = (token: Validity & { readonly id: Uint8Array }): Effect.Effect<boolean | null, never, SingleUse> =>
  Effect.flatMap(SingleUse, (singleUse) =>
    Effect.catchTag(
      singleUse.consume(`token:${hexOf(token.id)}`, usedUntil(token)),
      "SingleUseUnavailable",
      () => Effect.succeed(null)
    ))

/**
 * What is wrong with a token that was made here, for the site that asks; null where nothing is. One of another site is
 * invalid like any other text: nobody learns whose it is.
 */
const decideToken = (
  token: Pick<Token, "siteId" | "host" | "issuedAt" | "expiresAt">,
  site: Site,
  nowMillis: number
): RejectionReason | null => {
  const isTest = testKindOf(site.id) !== null
  if (isTest ? testKindOf(token.siteId) === null : token.siteId !== site.id) return "invalid token"
  const validity = validityAt(token, nowMillis)
  if (validity !== "valid") return validity === "expired" ? "expired token" : "invalid token"
  if (!isTest && !listsHost(site.hostnames, token.host)) return "invalid hostname"
  // Takes the same way as every token, up to here: what a site's server makes of a rejection can be tried.
  return testKindOf(token.siteId) === "fail" ? "invalid token" : null
}

/** The same of a degraded one. An edge that writes its own times must not make tokens that live for ever. */
const decideDegradedToken = (token: DegradedToken, site: Site, nowMillis: number): RejectionReason | null =>
  token.expiresAt - token.issuedAt > degradedTokenSecondsMax * 1_000
    ? "invalid token"
    : decideToken(token, site, nowMillis)

/**
 * Until when it must be known that a token was used: until the last token of its ticket has ended, which may be made as long
 * as the ticket lives. Forgetting it when this one ends would let a later one through.
 */
const usedUntil = ({ issuedAt }: Validity): Date => forgetAt(issuedAt + (ticketSecondsMax + tokenSecondsMax) * 1_000)
