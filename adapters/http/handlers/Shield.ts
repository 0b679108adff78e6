import type { SiteVerification } from "../../../core/shield/verification/SiteVerification.ts"
import { siteVerify, type VerificationPorts } from "../../../core/shield/verification/SiteVerify.ts"
import { siteverify } from "../api/Shield.ts"
import { type KeylessRoute, keylessRoute } from "../server/endpoints/Route.ts"

/** Factor for verification limits: a site's server verifies for all of its visitors. */
export const verificationLimitFactor = 200
/** Maximum number of wrong secrets per address and minute; a deployment mistake causes a few. */
export const wrongSecretsPerMinuteMax = 60

/**
 * Wrong secrets have a separate limit, so mistakes of one site do not block another site behind the same address. Guessing 256 random
 * bits is infeasible at every rate.
 *
 * @param perMinute requests of each kind allowed per browser address
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

/** Enough to distinguish the secrets of one address, and too little to reveal a secret. */
const secretCharsCounted = 6

/** The three responses of the contract, section 4.7. */
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
