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

/** Result of checking a form's token, if it is not rejected. */
export type TokenCheck =
  | { readonly degradedReason: null; readonly token: Token }
  /** @property token set if the token is authentic but its earlier use cannot be checked */
  | { readonly degradedReason: DegradedReason; readonly token: Token | null }

/** Checks a form's token and marks it as used. */
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
      // If the store is unavailable, the token stays degraded.
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

/** Marks the token as used. Returns null if the store is unavailable. */
const consumeToken = (token: Validity & { readonly id: Uint8Array }): Effect.Effect<boolean | null, never, SingleUse> =>
  Effect.flatMap(SingleUse, (singleUse) =>
    Effect.catchTag(
      singleUse.consume(`token:${toHex(token.id)}`, usedUntil(token)),
      "SingleUseUnavailable",
      () => Effect.succeed(null)
    ))

/**
 * Returns why an authentic token is rejected for this site, or null if it is valid. A token of another site gets the same answer as
 * a malformed one, so the answer does not reveal its owner.
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
  // Checked last, so that the `fail` test key follows the same path as every token.
  return testKindOf(token.siteId) === "fail" ? "invalid token" : null
}

/** The same check for a degraded token. The lifetime is limited, because an edge writes its own times. */
const decideDegradedToken = (token: DegradedToken, site: Site, nowMillis: number): RejectionReason | null =>
  token.expiresAt - token.issuedAt > degradedTokenSecondsMax * 1_000
    ? "invalid token"
    : decideToken(token, site, nowMillis)

/**
 * Returns how long the use of a token must be remembered: until the last token of its ticket expires, which can be issued until the
 * ticket ends. Otherwise, a later token with the same id would be accepted.
 */
const usedUntil = ({ issuedAt }: Validity): Date => deletableAt(issuedAt + (ticketSecondsMax + tokenSecondsMax) * 1_000)
