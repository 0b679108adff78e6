/**
 * Compares the CPU time of the bulk email check with two packages on the same addresses.
 *
 * `validator` checks the syntax, and `mailchecker` detects disposable domains. Together they check two properties of an
 * address, and Gatehouse checks six.
 *
 *   node test/bench/emails.ts [addresses]
 */
import { Effect, Layer } from "effect"
import { createRequire } from "node:module"
import process from "node:process"
import * as EmailListsEmbedded from "../../adapters/lists/EmailListsEmbedded.ts"
import * as PublicSuffixesTldts from "../../adapters/lists/PublicSuffixesTldts.ts"
import { compileBlockRules } from "../../core/block-rules/CompiledBlockRules.ts"
import { bulkEmailsMax } from "../../core/emails/BulkLimit.ts"
import { checkEmails, parseEmailBatch } from "../../core/emails/CheckEmails.ts"

const require = createRequire(import.meta.url)
const roundsCount = 5
const seed = 20_261_121

/** Returns pseudorandom numbers (Mulberry32), which are the same on every machine. */
const random = ((state: number) => () => {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
})(seed)

const pick = <A>(from: ReadonlyArray<A>): A => from[Math.floor(random() * from.length)]!
const word = (chars: number) => Array.from({ length: chars }, () => pick([..."abcdefghijklmnoprstuvwy"])).join("")

/**
 * Returns an address that is typical of sign-up forms.
 *
 * 55% are at large providers and 30% at companies. 5% each are disposable, mistyped and invalid.
 */
const address = (): string => {
  const name = `${word(3 + random() * 5)}${pick([".", "", "_"])}${word(4 + random() * 6)}`
  const kind = random()
  if (kind < 0.55) {
    return `${name}@${pick(["gmail.com", "yahoo.com", "hotmail.com", "outlook.com", "gmx.de", "mail.ru"])}`
  }
  if (kind < 0.85) {
    return `${name}@${pick(["", "", "mail."])}${word(5 + random() * 9)}.${pick(["com", "de", "co.uk", "io"])}`
  }
  if (kind < 0.9) return `${name}@${pick(["mailinator.com", "yopmail.com", "x.guerrillamail.com"])}`
  if (kind < 0.95) return `${name}@${pick(["gmial.com", "gmail.con", "hotmai.com", "yaho.com", "outlok.com"])}`
  return pick([name, `${name}@`, `${name}..x@example.com`, `${name}@bücher.example`, `${name}@exam ple.com`])
}

const addresses = Array.from({ length: Number(process.argv[2] ?? 50_000) }, address)
const batches = Array.from(
  { length: Math.ceil(addresses.length / bulkEmailsMax) },
  (_, at) => addresses.slice(at * bulkEmailsMax, (at + 1) * bulkEmailsMax)
)

const lists = Effect.runSync(
  Effect.scoped(Layer.build(Layer.merge(EmailListsEmbedded.layer, PublicSuffixesTldts.layer)))
)
const noRules = compileBlockRules([])

const gatehouse = () => {
  let found = 0
  for (const batch of batches) {
    const { results } = Effect.runSync(checkEmails(parseEmailBatch(batch), noRules).pipe(Effect.provideContext(lists)))
    for (const { disposable } of results) if (disposable) found++
  }
  return found
}

const peers = () => {
  const validator: { isEmail: (text: string) => boolean } = require("validator")
  const mailchecker: { isValid: (text: string) => boolean } = require("mailchecker")
  let found = 0
  for (const text of addresses) if (validator.isEmail(text) && !mailchecker.isValid(text)) found++
  return found
}

/** Measures the CPU microseconds per address: the best of five rounds after a warm-up. */
const measure = (run: () => number) => {
  const found = run()
  const rounds = Array.from({ length: roundsCount }, () => {
    const before = process.cpuUsage()
    run()
    const { system, user } = process.cpuUsage(before)
    return (system + user) / addresses.length
  })
  return { found, micros: Math.min(...rounds) }
}

const ours = measure(gatehouse)
const theirs = measure(peers)
console.table([
  {
    name: "gatehouse, batches of 500",
    "µs each": ours.micros.toFixed(2),
    "per CPU second": Math.round(1e6 / ours.micros),
    disposable: ours.found
  },
  {
    name: "validator + mailchecker",
    "µs each": theirs.micros.toFixed(2),
    "per CPU second": Math.round(1e6 / theirs.micros),
    disposable: theirs.found
  }
])
console.log(
  `${addresses.length} addresses; gatehouse takes ${(ours.micros / theirs.micros).toFixed(2)} times the CPU time`
)
