import type { SiteVerification } from "../../../core/shield/verification/SiteVerification.ts"
import { siteVerify, type VerificationPorts } from "../../../core/shield/verification/SiteVerify.ts"
import { siteverify } from "../api/Shield.ts"
import { type KeylessRoute, keylessRoute } from "../server/endpoints/Route.ts"

/**
 * Factor by which the verification limit exceeds the limit per browser. A site's server verifies for all its visitors.
 */
export const verificationLimitFactor = 200
/** Maximum number of wrong secrets per minute and client address. A deployment mistake causes only a few. */
export const wrongSecretsPerMinuteMax = 60

/**
 * Builds the route of `/shield/siteverify`.
 *
 * Wrong secrets have a separate limit, so that mistakes of one site do not block another site behind the same address.
 * Guessing 256 random bits is infeasible at any rate.
 *
 * @param perMinute requests of each kind that a browser's address may send per minute
 */
export const siteverifyRoute = (perMinute: number): KeylessRoute<VerificationPorts> =>
  keylessRoute(siteverify, {
    limits: [
      {
        counterName: ({ secret }) => `siteverify ${secret.slice(-secretCharsCounted)}`,
        perMinute: perMinute * verificationLimitFactor
      },
      {
        counterName: () => "wrong secret",
        perMinute: wrongSecretsPerMinuteMax,
        isCounted: ({ error }) => error === "invalid secret"
      }
    ],
    prepare: ({ email, honeypot, secret, text, token }) => ({
      secret,
      token,
      email: email ?? undefined,
      text: text ?? undefined,
      honeypot: honeypot ?? undefined
    }),
    execute: (question) => siteVerify(question),
    reply: toWireVerification
  })

/**
 * Number of characters at the end of a secret that are part of its counter's name. They distinguish the secrets of one
 * address, but do not reveal a secret.
 */
const secretCharsCounted = 6

/** Converts a verification to one of the three response shapes of `/shield/siteverify`. */
export const toWireVerification = (verified: SiteVerification) => {
  switch (verified.kind) {
    case "rejected":
      return { success: false, error: verified.reason }
    case "degraded":
      return { success: true, degraded: true }
    case "human": {
      const { geo, language, score, spamScore } = verified
      return {
        success: true,
        score,
        ...geo === null ? {} : { geo },
        ...spamScore === null ? {} : { spam_score: spamScore },
        ...language === null ? {} : { language }
      }
    }
  }
}
