import { issueChallenge } from "../../../core/shield/challenges/IssueChallenge.ts"
import { redeemChallenge } from "../../../core/shield/tokens/RedeemChallenge.ts"
import { refreshToken } from "../../../core/shield/tokens/RefreshToken.ts"
import { challenge, redeem, refresh } from "../api/Widget.ts"
import { bindOpen } from "../server/endpoints/Binding.ts"

/** @param perMinute requests of each kind allowed per address; challenges also per site */
export const widget = (perMinute: number) => [
  bindOpen(challenge, {
    limits: [{ what: ({ sitekey }) => `challenge ${sitekey.slice(0, siteKeyCharsCounted)}`, perMinute }],
    prepare: (body) => body,
    work: ({ profile = "argon2id", sitekey: siteKey }, { address, origin }) =>
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
  bindOpen(redeem, {
    limits: [{ what: () => "redeem", perMinute }],
    prepare: (body) => body,
    work: ({ challenge, counters, signals = null }, { origin, request }) =>
      redeemChallenge({ challenge, counters, signals, origin, request }),
    reply: ({ ticket, ticketSeconds, token, tokenSeconds }) => ({
      ok: true as const,
      token,
      ticket,
      expires_in: tokenSeconds,
      ticket_expires_in: ticketSeconds
    })
  }),
  bindOpen(refresh, {
    limits: [{ what: () => "refresh", perMinute }],
    prepare: (body) => body,
    work: ({ signals = null, ticket }, { origin, request }) => refreshToken({ ticket, signals, origin, request }),
    reply: ({ token, tokenSeconds }) => ({ ok: true as const, token, expires_in: tokenSeconds })
  })
]

/** Enough characters to distinguish site keys. */
const siteKeyCharsCounted = 64
