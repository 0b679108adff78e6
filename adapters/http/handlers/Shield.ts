import type { SiteVerification } from "../../../core/shield/verification/SiteVerification.ts"
import { siteVerify, type VerificationPorts } from "../../../core/shield/verification/SiteVerify.ts"
import { siteverify } from "../api/Shield.ts"
import { bindOpen, type OpenBinding } from "../server/endpoints/Binding.ts"

/** A site's server speaks for all its visitors: it may verify so many times as often as one of them may ask. */
export const verificationsForEachRequest = 200
/** Wrong secrets that one address may try in a minute: a mistake in a deployment makes a few. */
export const wrongSecretsPerMinuteMax = 60

/**
 * What wrong secrets are limited to says nothing of right ones: another site's mistakes behind the same address stop nobody,
 * and 256 random bits are not guessed at any rate.
 *
 * @param perMinute requests of each kind that one browser's address may make
 */
export const shield = (perMinute: number): OpenBinding<VerificationPorts> =>
  bindOpen(siteverify, {
    limits: [
      {
        what: ({ secret }) => `siteverify ${secret.slice(-secretCharsCounted)}`,
        perMinute: perMinute * verificationsForEachRequest
      },
      {
        what: () => "wrong secret",
        perMinute: wrongSecretsPerMinuteMax,
        counts: ({ error }) => error === "invalid secret"
      }
    ],
    prepare: ({ email, honeypot, secret, text, token }) => ({
      secret,
      token,
      email: email ?? undefined,
      text: text ?? undefined,
      honeypot: honeypot ?? undefined
    }),
    work: (question) => siteVerify(question),
    reply: wireVerification
  })

/** Enough to tell the secrets of one address apart, and too little to be one. */
const secretCharsCounted = 6

/** The three answers of the contract, section 4.7. */
export const wireVerification = (verified: SiteVerification) => {
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
