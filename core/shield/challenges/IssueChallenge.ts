import { Clock, Effect } from "effect"
import { addressBytesOf, networkMark } from "../../kernel/networks/VisitorAddress.ts"
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
import { hostOfOrigin, listsHost } from "../VisitorHost.ts"
import { VisitorTraffic } from "../VisitorTraffic.ts"
import { writeChallenge } from "./Challenge.ts"
import { workFor } from "./Difficulty.ts"

export interface WantedChallenge {
  readonly siteKey: string
  readonly profile: PuzzleProfile
  /** Header `Origin` of the request, as it came. */
  readonly origin: string | null
  /** The visitor's address. */
  readonly address: string
}

export interface IssuedChallenge extends Work {
  readonly challenge: string
  /** `seedBytes` bytes. */
  readonly seed: Uint8Array
  readonly expiresInSeconds: number
}

/**
 * Gives a page's visitor something to solve. Costs one MAC, and stores nothing: whoever asks for many makes more work for
 * their own network than for this service.
 */
export const issueChallenge: (
  wanted: WantedChallenge
) => Effect.Effect<IssuedChallenge, SiteRefused, Sites | Seals | Secrets | VisitorTraffic | ShieldTraffic> = Effect
  .fnUntraced(function*({ address, origin, profile, siteKey }: WantedChallenge) {
    const site = testSiteOf(siteKey) ?? (yield* findSite(siteKey))
    if (site === null) return yield* new SiteRefused({ why: "site-key" })
    const host = decideHost(site, origin)
    const kind = testKindOf(site.id)
    if (host === null) {
      // Else a host name that was forgotten looks like visitors without JavaScript.
      const refused = { kind: "refused", why: "hostname" } as const
      if (kind === null) (yield* ShieldTraffic).count(site.id, refused, yield* Clock.currentTimeMillis)
      return yield* new SiteRefused({ why: "hostname" })
    }
    if (kind === "timeout") yield* Effect.sleep(testTimeoutMillis)
    const nowMillis = yield* Clock.currentTimeMillis
    const seals = yield* Seals
    const id = newChallengeId(nowMillis, (yield* Secrets).randomBytes(challengeRandomBytes))
    const work = workFor(profile, (yield* VisitorTraffic).challenged(address, nowMillis))
    const challenge = writeChallenge(seals, {
      id,
      siteId: site.id,
      host,
      issuedAt: nowMillis,
      expiresAt: nowMillis + challengeSecondsMax * 1_000,
      networkMark: networkMark(id, addressBytesOf(address)),
      ...work
    })
    if (kind === null) (yield* ShieldTraffic).count(site.id, { kind: "issued" }, nowMillis)
    return { challenge, seed: id, expiresInSeconds: challengeSecondsMax, ...work }
  })

/** The check characters tell a misspelt key before anything is looked up. */
const findSite = (siteKey: string): Effect.Effect<Site | null, never, Sites> =>
  isKeyText("gh_site_", siteKey) ? Effect.flatMap(Sites, (sites) => sites.findBySiteKey(siteKey)) : Effect.succeed(null)

/** The host name that the challenge is for; null where the widget must not stand. Test keys stand anywhere. */
export const decideHost = (site: Site, origin: string | null): string | null => {
  const host = hostOfOrigin(origin)
  if (testKindOf(site.id) !== null) return host ?? ""
  return host !== null && listsHost(site.hostnames, host) ? host : null
}

const timeBytes = 6
/** 80 bits: nobody can know them before, to solve puzzles that are not asked yet. */
export const challengeRandomBytes = seedBytes - timeBytes

/**
 * The millisecond, then randomness. Ids made later sort later, so that what was used is written at one end of the index: half
 * the database's work for each verification, measured beside ids that are random throughout.
 *
 * @param random `challengeRandomBytes` bytes
 */
export const newChallengeId = (nowMillis: number, random: Uint8Array): Uint8Array => {
  const id = new Uint8Array(seedBytes)
  for (let at = timeBytes - 1, left = nowMillis; at >= 0; at--, left = Math.floor(left / 256)) id[at] = left % 256
  id.set(random, timeBytes)
  return id
}
