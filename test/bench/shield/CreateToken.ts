import { randomBytes } from "node:crypto"
import type { Seals } from "../../../core/kernel/Seals.ts"
import { challengeRandomBytes, newChallengeId } from "../../../core/shield/challenges/IssueChallenge.ts"
import { writeToken } from "../../../core/shield/tokens/Token.ts"

export const benchHost = "shop.example.com"

/** Returns a single-use token as the widget receives it. */
export const createToken = (seals: Seals["Service"], siteId: string): string => {
  const now = Date.now()
  return writeToken(seals, {
    id: newChallengeId(now, new Uint8Array(randomBytes(challengeRandomBytes))),
    siteId,
    host: benchHost,
    score: 90,
    issuedAt: now,
    expiresAt: now + 300_000,
    address: new Uint8Array(randomBytes(4))
  })
}
