import { issueChallenge } from "../../../core/shield/challenges/IssueChallenge.ts"
import { redeemChallenge } from "../../../core/shield/tokens/RedeemChallenge.ts"
import { refreshToken } from "../../../core/shield/tokens/RefreshToken.ts"
import { challenge, redeem, refresh } from "../api/Widget.ts"
import { keylessRoute } from "../server/endpoints/Route.ts"

/**
 * Builds the routes of the widget's endpoints.
 *
 * @param perMinute requests of each kind per minute and client address; challenges are counted separately for each site
 */
export const widgetRoutes = (perMinute: number) => [
  keylessRoute(challenge, {
    limits: [{ counterName: ({ sitekey }) => `challenge ${sitekey.slice(0, siteKeyCharsCounted)}`, perMinute }],
    prepare: (body) => body,
    execute: ({ profile = "argon2id", sitekey: siteKey }, { address, origin }) =>
      issueChallenge({ siteKey, profile, origin, address }),
    reply: ({ bits, challenge, expiresInSeconds, profile, puzzles, seed }) => ({
      ok: true as const,
      challenge,
      profile,
      seed: Buffer.from(seed).toString("base64url"),
      puzzles,
      bits,
      expires_in: expiresInSeconds
    })
  }),
  keylessRoute(redeem, {
    limits: [{ counterName: () => "redeem", perMinute }],
    prepare: (body) => body,
    execute: ({ challenge, counters, signals = null }, { origin, request }) =>
      redeemChallenge({ challenge, counters, signals, origin, request }),
    reply: ({ ticket, ticketSeconds, token, tokenSeconds }) => ({
      ok: true as const,
      token,
      ticket,
      expires_in: tokenSeconds,
      ticket_expires_in: ticketSeconds
    })
  }),
  keylessRoute(refresh, {
    limits: [{ counterName: () => "refresh", perMinute }],
    prepare: (body) => body,
    execute: ({ signals = null, ticket }, { origin, request }) => refreshToken({ ticket, signals, origin, request }),
    reply: ({ token, tokenSeconds }) => ({ ok: true as const, token, expires_in: tokenSeconds })
  })
]

/** Maximum number of characters of a site key in a counter's name. */
const siteKeyCharsCounted = 64
