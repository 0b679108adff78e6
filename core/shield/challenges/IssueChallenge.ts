import { Clock, Effect } from "effect"
import { addressBytesOf, networkHash } from "../../kernel/networks/VisitorAddress.ts"
import { Seals } from "../../kernel/Seals.ts"
import { Secrets } from "../../kernel/Secrets.ts"
import { isKeyText } from "../../keys/KeyText.ts"
import type { Site } from "../../sites/Site.ts"
import { Sites } from "../../sites/Sites.ts"
import { type PuzzleProfile, type PuzzleWork, seedBytes } from "../Puzzle.ts"
import { SiteRefused } from "../ShieldFailure.ts"
import { challengeSecondsMax } from "../ShieldTimes.ts"
import { ShieldTraffic } from "../ShieldTraffic.ts"
import { testKindOf, testSiteOf, testTimeoutMillis } from "../TestSites.ts"
import { hostOfOrigin, matchesHostnames } from "../VisitorHost.ts"
import { VisitorTraffic } from "../VisitorTraffic.ts"
import { writeChallenge } from "./Challenge.ts"
import { workFor } from "./Difficulty.ts"

export interface ChallengeRequest {
  readonly siteKey: string
  readonly profile: PuzzleProfile
  /** Unparsed value of the `Origin` header. */
  readonly origin: string | null
  readonly address: string
}

export interface IssuedChallenge extends PuzzleWork {
  readonly challenge: string
  /** Seed of the puzzles, with a length of `seedBytes`. */
  readonly seed: Uint8Array
  readonly expiresInSeconds: number
}

/**
 * Issues a challenge. It costs one MAC and stores nothing. A visitor who requests many challenges raises the difficulty
 * for their own network.
 */
export const issueChallenge: (
  wanted: ChallengeRequest
) => Effect.Effect<IssuedChallenge, SiteRefused, Sites | Seals | Secrets | VisitorTraffic | ShieldTraffic> = Effect
  .fnUntraced(function*({ address, origin, profile, siteKey }: ChallengeRequest) {
    const site = testSiteOf(siteKey) ?? (yield* findSite(siteKey))
    if (site === null) return yield* new SiteRefused({ reason: "site-key" })
    const host = allowedHostOf(site, origin)
    const kind = testKindOf(site.id)
    if (host === null) {
      // Counted, so that the operator notices a host name that is missing from the site's list.
      const refused = { kind: "refused", reason: "hostname" } as const
      if (kind === null) (yield* ShieldTraffic).count(site.id, refused, yield* Clock.currentTimeMillis)
      return yield* new SiteRefused({ reason: "hostname" })
    }
    if (kind === "timeout") yield* Effect.sleep(testTimeoutMillis)
    const nowMillis = yield* Clock.currentTimeMillis
    const seals = yield* Seals
    const id = newChallengeId(nowMillis, (yield* Secrets).randomBytes(challengeRandomBytes))
    const work = workFor(profile, (yield* VisitorTraffic).recordChallenge(address, nowMillis))
    const challenge = writeChallenge(seals, {
      id,
      siteId: site.id,
      host,
      issuedAt: nowMillis,
      expiresAt: nowMillis + challengeSecondsMax * 1_000,
      networkHash: networkHash(id, addressBytesOf(address)),
      ...work
    })
    if (kind === null) (yield* ShieldTraffic).count(site.id, { kind: "issued" }, nowMillis)
    return { challenge, seed: id, expiresInSeconds: challengeSecondsMax, ...work }
  })

/** Looks up a site. The check characters catch misspelled keys before the lookup. */
const findSite = (siteKey: string): Effect.Effect<Site | null, never, Sites> =>
  isKeyText("gh_site_", siteKey) ? Effect.flatMap(Sites, (sites) => sites.findBySiteKey(siteKey)) : Effect.succeed(null)

/** Returns the host name for a challenge, or null if the site does not list it. Test sites accept every host name. */
export const allowedHostOf = (site: Site, origin: string | null): string | null => {
  const host = hostOfOrigin(origin)
  if (testKindOf(site.id) !== null) return host ?? ""
  return host !== null && matchesHostnames(site.hostnames, host) ? host : null
}

const timeBytes = 6
/** Random bytes in a challenge ID. With 80 bits, an attacker cannot predict the ID and solve its puzzles in advance. */
export const challengeRandomBytes = seedBytes - timeBytes

/**
 * Creates a challenge ID from the time in milliseconds, followed by random bytes. IDs are ordered by time, so used IDs
 * are inserted at one end of the index. This halves the database work per verification (measured against random IDs).
 *
 * @param random `challengeRandomBytes` random bytes
 */
export const newChallengeId = (nowMillis: number, random: Uint8Array): Uint8Array => {
  const id = new Uint8Array(seedBytes)
  for (let at = timeBytes - 1, left = nowMillis; at >= 0; at--, left = Math.floor(left / 256)) id[at] = left % 256
  id.set(random, timeBytes)
  return id
}
