/**
 * Fills a database with a month of realistic traffic, to inspect the dashboard and to measure it:
 *
 *   node scripts/seed.ts --database sqlite:/tmp/seeded.db --requests 20000 --days 30
 *
 * Uses the same code paths as the server and the command line. The same seed and end time produce the same data.
 */
import { Clock, Effect, Layer, Redacted } from "effect"
import * as PasswordsNode from "../adapters/crypto/PasswordsNode.ts"
import * as SecretsNode from "../adapters/crypto/SecretsNode.ts"
import * as EmailListsEmbedded from "../adapters/lists/EmailListsEmbedded.ts"
import * as PopularDomainsEmbedded from "../adapters/lists/PopularDomainsEmbedded.ts"
import * as PublicSuffixesTldts from "../adapters/lists/PublicSuffixesTldts.ts"
import { migrate } from "../adapters/storage/sql/migrations/Migrations.ts"
import { describeThisInstance } from "../adapters/storage/sql/servers/ThisInstance.ts"
import * as StorageSql from "../adapters/storage/sql/StorageSql.ts"
import { layerDatabase } from "../apps/server/Database.ts"
import { Accounts } from "../core/accounts/Accounts.ts"
import { AccountSettingsStore } from "../core/accounts/AccountSettings.ts"
import { createAccount } from "../core/accounts/ManageAccounts.ts"
import { Secrets } from "../core/kernel/Secrets.ts"
import { ApiKeys } from "../core/keys/ApiKeys.ts"
import { createKeyAs, revokeKeyAs } from "../core/keys/ManageKeys.ts"
import { LeadQueue } from "../core/leads/LeadQueue.ts"
import { Passwords } from "../core/members/passwords/Passwords.ts"
import { WebRisk } from "../core/threats/WebRisk.ts"
import { readScriptArguments } from "./ScriptOptions.ts"
import { auditInTimeOrder } from "./seed/AuditInTimeOrder.ts"
import { layerCachedAnalysis } from "./seed/CachedAnalysis.ts"
import { EvenRandom, Random } from "./seed/Random.ts"
import { ownerActor, seedMembers, seedRules, seedSites, seedSubmissions } from "./seed/SeedAccountData.ts"
import { makeSeedClock, type SeedClock } from "./seed/SeedClock.ts"
import { seedPassword } from "./seed/SeedOwner.ts"
import { seedMarks, seedTraffic } from "./seed/SeedTraffic.ts"
import { seedWebhooks } from "./seed/SeedWebhooks.ts"
import type { SeedKey } from "./seed/Traffic.ts"

const dayMillis = 86_400_000
const requestsPerVisitor = 12
const visitorsMax = 80_000
/** Minimum number of visitors. With fewer visitors, the charts of a site would be empty. */
const visitorsMin = 120

interface Options {
  readonly database: string
  readonly requests: number
  readonly days: number
  readonly seed: number
  readonly until: number
  /** Whether to make rare results frequent. A few dozen requests then contain all verdicts and findings. */
  readonly isEven: boolean
}

const numbersOf = (values: Readonly<Partial<Record<"requests" | "days" | "seed" | "until", string>>>) => ({
  requests: Number(values.requests),
  days: Number(values.days),
  seed: Number(values.seed),
  until: Date.parse(values.until ?? "")
})

const readOptions = (): Options => {
  const { values } = readScriptArguments({
    usage: "node scripts/seed.ts --database URL [options]",
    description:
      "Fills a database with made-up traffic, members, sites and rules, to look at the dashboard and to measure it.",
    options: {
      database: { value: "URL", description: "sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME; needed" },
      requests: { value: "N", description: "How many requests", fallback: "20000" },
      days: { value: "N", description: "Over how many days, up to --until", fallback: "30" },
      seed: { value: "N", description: "The same one gives the same data, up to the same end", fallback: "1" },
      until: {
        value: "INSTANT",
        description: "The end, as 2026-11-22T12:00:00Z",
        fallback: new Date().toISOString(),
        fallbackLabel: "now"
      },
      even: { description: "Make nothing rare: a few dozen requests hold all kinds of requests, verdicts and findings" }
    },
    example: "node scripts/seed.ts --database sqlite:/tmp/seeded.db --requests 6000 --days 7",
    problemOf: ({ values }) => {
      const { days, requests, seed, until } = numbersOf(values)
      if (!values.database) return "Say which database with --database."
      if (!Number.isSafeInteger(requests) || requests < 0) return "--requests takes a whole number."
      if (!Number.isSafeInteger(days) || days < 1) return "--days takes a whole number from 1 on."
      if (!Number.isSafeInteger(seed)) return "--seed takes a whole number."
      return Number.isNaN(until) ? "--until takes an instant, such as 2026-11-22T12:00:00Z." : null
    }
  })
  return { database: values.database!, ...numbersOf(values), isEven: values.even !== undefined }
}

const visitorsOf = (requests: number): number =>
  requests === 0 ? 0 : Math.min(visitorsMax, Math.max(visitorsMin, Math.round(requests / requestsPerVisitor)))

/** Layer of secrets that derives random bytes from the seed, so that the data is reproducible. */
const layerSecrets = (random: Random) =>
  Layer.effect(
    Secrets,
    Effect.map(Secrets, (real) => ({ ...real, randomBytes: (count: number) => random.bytes(count) }))
  )
    .pipe(Layer.provide(SecretsNode.layer))

/** Layer that hashes only one password, because all members have the same password and a hash takes 250 ms. */
const layerPasswords = Layer.effect(
  Passwords,
  Effect.gen(function*() {
    const real = yield* Passwords
    const hash = yield* Effect.cached(real.hash(seedPassword))
    return { ...real, hash: () => hash }
  })
).pipe(Layer.provide(PasswordsNode.layer))

const layerSeed = ({ database, seed }: Options) =>
  Layer.mergeAll(
    StorageSql.layer(describeThisInstance()).pipe(
      Layer.provideMerge(Layer.effectDiscard(migrate)),
      Layer.provideMerge(layerDatabase(Redacted.make(database)))
    ),
    layerPasswords,
    PublicSuffixesTldts.layer,
    PopularDomainsEmbedded.layer,
    EmailListsEmbedded.layer,
    layerCachedAnalysis,
    LeadQueue.layer(),
    Layer.succeed(WebRisk, {
      check: () => Effect.succeed({ threat: null, observed: [], stale: [] }),
      status: Effect.succeed([])
    })
  ).pipe(Layer.provideMerge(layerSecrets(new Random(seed))))

const makeKeys = Effect.fnUntraced(function*(clock: SeedClock, accountId: string, from: number, to: number) {
  const wanted = [["Website", 0.55], ["CRM", 0.25], ["Mobile app", 0.15], ["Nightly import (old)", 0.05]] as const
  const keys: Array<SeedKey> = []
  const owner = yield* ownerActor(accountId)
  let text = ""
  for (const [name, share] of wanted) {
    clock.now = from
    const made = yield* createKeyAs(owner, { accountId, name })
    if (text === "") text = made.text
    const isOld = name.endsWith("(old)")
    keys.push({ id: made.key.id, share, until: isOld ? from + (to - from) / 2 : Infinity })
  }
  return { keys, text }
})

const finishKeys = Effect.fnUntraced(function*(
  clock: SeedClock,
  accountId: string,
  keys: ReadonlyArray<SeedKey>,
  lastUsed: ReadonlyMap<string, number>
) {
  const end = clock.now
  const owner = yield* ownerActor(accountId)
  for (const { id, until } of keys) {
    const at = lastUsed.get(id)
    if (at !== undefined) (yield* ApiKeys).recordUse(id, at)
    if (until === Infinity) continue
    clock.now = until
    yield* revokeKeyAs(owner, accountId, id)
    clock.now = end
  }
})

const seedAll = Effect.fnUntraced(function*(options: Options, clock: SeedClock) {
  const { days, requests, until: to } = options
  const from = to - days * dayMillis
  const random = options.isEven ? new EvenRandom(options.seed + 1) : new Random(options.seed + 1)
  clock.now = from - 60_000
  const accountId = (yield* (yield* Accounts).list)[0]?.id ?? (yield* createAccount("Example Ltd")).id
  yield* seedMembers(accountId)
  yield* seedRules(accountId)
  yield* seedSites(random, accountId, visitorsOf(requests), from, to)
  const { keys, text } = yield* makeKeys(clock, accountId, from, to)
  const payment = Math.max(1_000, Math.round(requests * 1.3))
  yield* (yield* AccountSettingsStore).change(accountId, { noticeBelow: Math.round(payment / 10) })
  const plan = { accountId, keys, requests, from, to, payment }
  let reported = 0
  const lastUsed = yield* seedTraffic(random, clock, plan, (done) => {
    if (done - reported < requests / 20) return
    reported = done
    console.error(`${Math.round(100 * done / requests)} % of ${requests} requests`)
  })
  yield* seedMarks(random, clock, accountId, to)
  yield* seedSubmissions(random, clock, accountId, from, to)
  clock.now = to
  yield* finishKeys(clock, accountId, keys, lastUsed)
  yield* seedWebhooks(clock, accountId, to)
  return { accountId, text }
})

const options = readOptions()
const began = Date.now()
const { accountId, text } = await Effect.runPromise(
  Effect.gen(function*() {
    const clock = yield* makeSeedClock
    return yield* auditInTimeOrder(seedAll(options, clock)).pipe(
      Effect.provide(layerSeed(options)),
      Effect.provideService(Clock.Clock, clock)
    )
  })
)
console.log(`${options.requests} requests of account ${accountId} in ${((Date.now() - began) / 1_000).toFixed(1)} s.
An API key: ${text}
To sign in: owner@example.com, member@example.com or reviewer@example.com, password "${seedPassword}".`)
