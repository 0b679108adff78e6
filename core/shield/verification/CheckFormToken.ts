import { Effect } from "effect"
import { toHex } from "../../kernel/Hex.ts"
import { Seals } from "../../kernel/Seals.ts"
import type { Site } from "../../sites/Site.ts"
import {
  degradedTokenSecondsMax,
  deletableAt,
  ticketSecondsMax,
  tokenSecondsMax,
  type Validity,
  validityAt
} from "../ShieldTimes.ts"
import { SingleUse } from "../SingleUse.ts"
import { testKindOf } from "../TestSites.ts"
import { type DegradedToken, isDegradedText, readDegradedToken } from "../tokens/DegradedToken.ts"
import { readToken, type Token } from "../tokens/Token.ts"
import { matchesHostnames } from "../VisitorHost.ts"
import type { DegradedReason } from "./DegradedPolicy.ts"
import type { RejectionReason } from "./SiteVerification.ts"

/** Result of the check of a form's token that is not rejected. */
export type TokenCheck =
  | { readonly degradedReason: null; readonly token: Token }
  /** The result is degraded. `token` is not null if it is authentic but an earlier use of it cannot be checked. */
  | { readonly degradedReason: DegradedReason; readonly token: Token | null }

/** Checks the token of a form and marks it as used. Returns the reason if the token is rejected. */
export const checkFormToken: (
  text: string,
  site: Site,
  nowMillis: number
) => Effect.Effect<TokenCheck | RejectionReason, never, Seals | SingleUse> = Effect.fnUntraced(
  function*(text: string, site: Site, nowMillis: number) {
    if (text === "") return { degradedReason: "empty", token: null }
    const seals = yield* Seals
    if (isDegradedText(text)) {
      const degraded = readDegradedToken(seals, text)
      if (degraded === null) return "invalid token"
      const wrong = decideDegradedToken(degraded, site, nowMillis)
      if (wrong !== null) return wrong
      // The result stays the same if the store is unavailable, because the token is already degraded.
      return (yield* consumeToken(degraded)) === false
        ? "duplicate token"
        : { degradedReason: degraded.cause, token: null }
    }
    const token = readToken(seals, text)
    if (token === null) return "invalid token"
    const wrong = decideToken(token, site, nowMillis)
    if (wrong !== null) return wrong
    const isFirst = yield* consumeToken(token)
    return isFirst === false ? "duplicate token" : { degradedReason: isFirst === null ? "store" : null, token }
  }
)

/** Marks a token as used. Returns false if it was already used, and null if the store is unavailable. */
const consumeToken = (token: Validity & { readonly id: Uint8Array }): Effect.Effect<boolean | null, never, SingleUse> =>
  Effect.flatMap(SingleUse, (singleUse) =>
    Effect.catchTag(
      singleUse.consume(`token:${toHex(token.id)}`, usedUntil(token)),
      "SingleUseUnavailable",
      () => Effect.succeed(null)
    ))

/**
 * Returns why an authentic token is rejected for a site, or null if it is valid. A token of another site is rejected
 * like a malformed token, so the reason does not reveal that another site owns the token.
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
  if (!isTest && !matchesHostnames(site.hostnames, token.host)) return "invalid hostname"
  // Checked last, so that tokens of the `fail` test key pass the same checks as other tokens.
  return testKindOf(token.siteId) === "fail" ? "invalid token" : null
}

/** Returns why a degraded token is rejected, or null. Checks the lifetime too, because an edge sets both times. */
const decideDegradedToken = (token: DegradedToken, site: Site, nowMillis: number): RejectionReason | null =>
  token.expiresAt - token.issuedAt > degradedTokenSecondsMax * 1_000
    ? "invalid token"
    : decideToken(token, site, nowMillis)

/**
 * Returns the time until which the use of a token must be stored. It is the expiry of the last token that the ticket
 * can get. Otherwise, a later token with the same ID would be accepted.
 */
const usedUntil = ({ issuedAt }: Validity): Date => deletableAt(issuedAt + (ticketSecondsMax + tokenSecondsMax) * 1_000)
