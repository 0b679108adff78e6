import type { Site } from "../../sites/Site.ts"
import {
  degradedTokenSecondsMax,
  forgetAt,
  ticketSecondsMax,
  tokenSecondsMax,
  type Validity,
  validityAt
} from "../ShieldTimes.ts"
import { testKindOf } from "../TestSites.ts"
import type { DegradedToken } from "../tokens/DegradedToken.ts"
import type { Token } from "../tokens/Token.ts"
import { listsHost } from "../VisitorHost.ts"
import type { RejectionReason } from "./SiteVerification.ts"

/**
 * What is wrong with a token that was made here, for the site that asks; null where nothing is. One of another site is
 * invalid like any other text: nobody learns whose it is.
 */
export const decideToken = (
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
export const decideDegradedToken = (token: DegradedToken, site: Site, nowMillis: number): RejectionReason | null =>
  token.expiresAt - token.issuedAt > degradedTokenSecondsMax * 1_000
    ? "invalid token"
    : decideToken(token, site, nowMillis)

/**
 * Until when it must be known that a token was used: until the last token of its ticket has ended, which may be made as long
 * as the ticket lives. Forgetting it when this one ends would let a later one through.
 */
export const usedUntil = ({ issuedAt }: Validity): Date =>
  forgetAt(issuedAt + (ticketSecondsMax + tokenSecondsMax) * 1_000)
