import { Clock, Effect, Layer } from "effect"
import * as SealsNode from "../../../adapters/crypto/SealsNode.ts"
import * as SecretsNode from "../../../adapters/crypto/SecretsNode.ts"
import * as EmailListsMemory from "../../../adapters/lists/EmailListsMemory.ts"
import * as PublicSuffixesTldts from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { singleUseLayer } from "../../../adapters/storage/memory/ShieldMemory.ts"
import * as VisitorTrafficMemory from "../../../adapters/traffic/VisitorTrafficMemory.ts"
import { type BlockRule, BlockRules } from "../../../core/block-rules/BlockRules.ts"
import { compileBlockRules } from "../../../core/block-rules/CompiledBlockRules.ts"
import { Geo } from "../../../core/kernel/networks/Geo.ts"
import { Secrets } from "../../../core/kernel/Secrets.ts"
import { makeKeyText } from "../../../core/keys/KeyText.ts"
import { LanguageDetector } from "../../../core/messages/LanguageDetector.ts"
import { SpamClassifier } from "../../../core/messages/SpamClassifier.ts"
import { issueChallenge, type IssuedChallenge } from "../../../core/shield/challenges/IssueChallenge.ts"
import { PuzzleCheck, PuzzleCheckBusy } from "../../../core/shield/challenges/PuzzleCheck.ts"
import type { PuzzleProfile } from "../../../core/shield/Puzzle.ts"
import type { RequestFacts } from "../../../core/shield/SessionJudgment.ts"
import { type ShieldEvent, ShieldTraffic } from "../../../core/shield/ShieldTraffic.ts"
import { SingleUse, SingleUseUnavailable } from "../../../core/shield/SingleUse.ts"
import { redeemChallenge } from "../../../core/shield/tokens/RedeemChallenge.ts"
import { type Site, type SiteOptions, siteOptionsDefault } from "../../../core/sites/Site.ts"
import { Sites } from "../../../core/sites/Sites.ts"

export const origin = "https://shop.example.com"
export const address = "192.0.2.7"
export const siteKey = makeKeyText("gh_site_", new Uint8Array(32).fill(1))
export const secret = makeKeyText("gh_secret_", new Uint8Array(32).fill(2))
/** The previous secret, which is still valid. */
export const olderSecret = makeKeyText("gh_secret_", new Uint8Array(32).fill(5))
export const otherSecret = makeKeyText("gh_secret_", new Uint8Array(32).fill(3))
export const otherSiteKey = makeKeyText("gh_site_", new Uint8Array(32).fill(4))

/** Settings and observations of a test. */
export class Switches {
  options: SiteOptions = siteOptionsDefault
  hostnames: ReadonlyArray<string> = ["shop.example.com", "*.example.org"]
  isStoreDown = false
  arePuzzlesBusy = false
  areRulesAway = false
  rules: ReadonlyArray<Pick<BlockRule, "kind" | "action" | "value">> = []
  readonly counted: Array<ShieldEvent & { readonly siteId: string }> = []
  /** Checked indices of each redeemed challenge. */
  readonly checked: Array<ReadonlyArray<number>> = []

  with(options: Partial<SiteOptions>): void {
    this.options = { ...this.options, ...options }
  }
}

/** Returns the right answer in these tests, which depends on the seed and the index. */
export const counterOf = (seed: Uint8Array, index: number): number =>
  seed.reduce((sum, byte) => (sum * 31 + byte) % 65_521, 0) * 256 + index

export const countersOf = ({ puzzles, seed }: Pick<IssuedChallenge, "puzzles" | "seed">): Array<number> =>
  Array.from({ length: puzzles }, (_, index) => counterOf(seed, index))

export const requestFrom = (address: string): RequestFacts => ({
  address,
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  acceptLanguage: "en",
  secFetchSite: "cross-site",
  secFetchMode: "cors",
  secFetchDest: "empty",
  clientHints: null,
  clientHintsMobile: null,
  clientHintsPlatform: null,
  isSelfDeclaredBot: false
})

export const layerSeals = SealsNode.layerFixed([{
  id: "k1",
  secret: new Uint8Array(32).fill(9),
  createdAt: new Date(0)
}]).pipe(Layer.provide(SecretsNode.layer))

/** In-memory implementations of everything that Shield depends on. */
export const worldOf = (switches: Switches) =>
  Layer.mergeAll(
    SecretsNode.layer,
    layerSeals,
    VisitorTrafficMemory.layer,
    PublicSuffixesTldts.layer,
    EmailListsMemory.layer({ disposable: ["throwaway.example"] }),
    layerSites(switches).pipe(Layer.provide(SecretsNode.layer)),
    layerSingleUse(switches).pipe(Layer.provide(singleUseLayer)),
    Layer.succeed(PuzzleCheck, {
      areCorrect: (_profile, _bits, seed, answers) => {
        if (switches.arePuzzlesBusy) return Effect.fail(new PuzzleCheckBusy())
        switches.checked.push(answers.map(({ index }) => index))
        return Effect.succeed(answers.every(({ counter, index }) => counter === counterOf(seed, index)))
      }
    }),
    Layer.succeed(ShieldTraffic, {
      count: (siteId, event) => void switches.counted.push({ ...event, siteId }),
      hours: () => Effect.succeed([]),
      verifications: () => Effect.succeed([]),
      sweep: () => Effect.succeed(0)
    }),
    Layer.mock(BlockRules)({
      compiled: () =>
        switches.areRulesAway
          ? Effect.die(new Error("away"))
          : Effect.sync(() => compileBlockRules(switches.rules.map(wholeRule)))
    }),
    Layer.succeed(Geo, {
      countryOf: (ip) => ip.startsWith("192.0.2.") ? "NL" : null,
      asnOf: (ip) => ip.startsWith("192.0.2.") && ip !== "192.0.2.99" ? "AS64500" : null
    }),
    Layer.succeed(LanguageDetector, { detect: (text) => text.length < 10 ? null : "en" }),
    Layer.succeed(SpamClassifier, {
      judge: (text) => ({
        probability: text.includes("casino") ? 0.98765 : 0.0123,
        words: 3,
        evidence: [],
        disguises: []
      })
    })
  )

const layerSites = (switches: Switches) =>
  Layer.effect(
    Sites,
    Effect.map(Secrets, ({ sha256Hex }) => {
      const site = (id: string, siteKey: string, ...secrets: ReadonlyArray<string>): Site => ({
        id,
        accountId: "acc_1",
        name: id,
        siteKey,
        secretDigests: secrets.map(sha256Hex),
        hostnames: switches.hostnames,
        options: switches.options,
        createdAt: new Date(0)
      })
      // Builds the sites on each access, so that a test can change a site between two reads.
      const sites = () => [site("site_one", siteKey, secret, olderSecret), site("site_two", otherSiteKey, otherSecret)]
      return {
        ...unasked,
        findBySiteKey: (key) => Effect.sync(() => sites().find((site) => site.siteKey === key) ?? null),
        findBySecret: (digest) => Effect.sync(() => sites().find((site) => site.secretDigests.includes(digest)) ?? null)
      }
    })
  )

const unasked = {
  create: () => Effect.die("not asked"),
  get: () => Effect.die("not asked"),
  list: () => Effect.die("not asked"),
  setSecrets: () => Effect.die("not asked"),
  change: () => Effect.die("not asked"),
  remove: () => Effect.die("not asked"),
  wasRemoved: () => Effect.die("not asked")
}

const layerSingleUse = (switches: Switches) =>
  Layer.effect(
    SingleUse,
    Effect.map(SingleUse, (memory) => ({
      // Yields to the runtime first, as a database does, and sweeps expired entries.
      consume: (id: string, until: Date) =>
        Effect.gen(function*() {
          yield* Effect.yieldNow
          yield* memory.sweep(new Date(yield* Clock.currentTimeMillis))
          return yield* (switches.isStoreDown ? new SingleUseUnavailable() : memory.consume(id, until))
        }),
      sweep: memory.sweep
    }))
  )

const wholeRule = (rule: Pick<BlockRule, "kind" | "action" | "value">): BlockRule => ({
  ...rule,
  id: 1,
  accountId: "acc_1",
  note: "",
  createdAt: new Date(0)
})

/** Issues a challenge for a page of the first site. */
export const challenge = (
  wanted: { siteKey?: string; profile?: PuzzleProfile; origin?: string; address?: string } = {}
) => issueChallenge({ siteKey, profile: "argon2id", origin, address, ...wanted })

/** Redeems a challenge with its right answers, on the page of the challenge. */
export const redeem = (issued: IssuedChallenge, changed: {
  counters?: ReadonlyArray<unknown>
  challenge?: string
  origin?: string | null
  address?: string
  signals?: unknown
} = {}) =>
  redeemChallenge({
    challenge: changed.challenge ?? issued.challenge,
    counters: changed.counters ?? countersOf(issued),
    signals: changed.signals ?? null,
    origin: changed.origin === undefined ? origin : changed.origin,
    request: requestFrom(changed.address ?? address)
  })

/** Returns the token and the ticket of an honest visitor. */
export const solved = (wanted: Parameters<typeof challenge>[0] = {}) =>
  Effect.flatMap(
    challenge(wanted),
    (issued) => redeem(issued, { origin: wanted.origin ?? origin, address: wanted.address ?? address })
  )
