import { Effect } from "effect"
import { hexOf } from "../../kernel/HexText.ts"
import { Seals } from "../../kernel/Seals.ts"
import type { Site } from "../../sites/Site.ts"
import type { Validity } from "../ShieldTimes.ts"
import { SingleUse } from "../SingleUse.ts"
import { isDegradedText, readDegradedToken } from "../tokens/DegradedToken.ts"
import { readToken, type Token } from "../tokens/Token.ts"
import { decideDegradedToken, decideToken, usedUntil } from "./DecideToken.ts"
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
