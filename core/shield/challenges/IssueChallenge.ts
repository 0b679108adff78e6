import { Clock, Effect } from "effect"
import { addressBytesOf, networkHash } from "../../kernel/networks/VisitorAddress.ts"
import { Seals } from "../../kernel/Seals.ts"
import { Secrets } from "../../kernel/Secrets.ts"
import { isKeyText } from "../../keys/KeyText.ts"
import type { Site } from "../../sites/Site.ts"
import { Sites } from "../../sites/Sites.ts"
import { type PuzzleProfile, seedBytes, type Work } from "../Puzzle.ts"
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
  /** Unparsed `Origin` header. */
  readonly origin: string | null
  /** The visitor's address. */
  readonly address: string
}

export interface IssuedChallenge extends Work {
  readonly challenge: string
  /** Length: `seedBytes`. */
  readonly seed: Uint8Array
  readonly expiresInSeconds: number
}

/**
 * Issues a challenge. Costs one MAC and stores nothing. Requesting many challenges raises the difficulty for the requester's own
 * network.
 */
export const issueChallenge: (
  wanted: ChallengeRequest
) => Effect.Effect<IssuedChallenge, SiteRefused, Sites | Seals | Secrets | VisitorTraffic | ShieldTraffic> = Effect
  .fnUntraced(function*({ address, origin, profile, siteKey }: ChallengeRequest) {
    const site = testSiteOf(siteKey) ?? (yield* findSite(siteKey))
    if (site === null) return yield* new SiteRefused({ reason: "site-key" })
    const host = decideHost(site, origin)
    const kind = testKindOf(site.id)
    if (host === null) {
      // Counted, because a host name missing from the site's list would otherwise look like visitors without JavaScript.
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

/** Returns the host name for the challenge, or null if the site does not list it. Test keys work on every host. */
export const decideHost = (site: Site, origin: string | null): string | null => {
  const host = hostOfOrigin(origin)
  if (testKindOf(site.id) !== null) return host ?? ""
  return host !== null && matchesHostnames(site.hostnames, host) ? host : null
}

const timeBytes = 6
/** 80 random bits. An attacker cannot predict the id and solve its puzzles in advance. */
export const challengeRandomBytes = seedBytes - timeBytes

/**
 * Creates a challenge id: the time in milliseconds, then random bytes. Because ids are ordered by time, used ids are inserted at
 * one end of the index. Measured: half the database work per verification, compared with fully random ids.
 *
 * @param random `challengeRandomBytes` bytes
 */
export const newChallengeId = (nowMillis: number, random: Uint8Array): Uint8Array => {
  const id = new Uint8Array(seedBytes)
  for (let at = timeBytes - 1, left = nowMillis; at >= 0; at--, left = Math.floor(left / 256)) id[at] = left % 256
  id.set(random, timeBytes)
  return id
}
