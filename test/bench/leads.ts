/**
 * Measures the CPU time of analyzing leads, with the model, the language detector and the bundled lists.
 *
 * Usual leads have a message of 500 characters and an email address, as in contact forms; one has only the address.
 * Held-out leads contain held-out messages, joined and cut to 500 characters. Hostile leads have up to 20,000
 * characters in every field except the email address.
 *
 *   node test/bench/leads.ts [rounds] [usual|heldout|hostile]
 *
 * Limits: 3,000 leads per second on one core, and 50 ms for a hostile lead. `node test/bench/leads.ts 10 heldout`
 * measures the first limit on held-out leads, by label and in total, as the best of ten rounds.
 */
import { Effect, Layer } from "effect"
import process from "node:process"
import * as LanguageEld from "../../adapters/language/LanguageEld.ts"
import * as SpamClassifierEmbedded from "../../adapters/spam/SpamClassifierEmbedded.ts"
import { layerEmbedded } from "../../apps/library/Embedded.ts"
import { compileBlockRules } from "../../core/block-rules/CompiledBlockRules.ts"
import { analyzeLead } from "../../core/leads/AnalyzeLead.ts"
import type { Lead } from "../../core/leads/signals/Lead.ts"
import { heldOutLeads, messageChars } from "./leads/HeldOutLeads.ts"

const [, , roundsText = "5", part = ""] = process.argv
const rounds = Number(roundsText)
const hostileChars = 20_000
const noRules = compileBlockRules([])

const filled = (text: string, chars: number): string => text.repeat(Math.ceil(chars / text.length)).slice(0, chars)

const texts = {
  english:
    "We would like to order twelve chairs for our new office in May. Could you send us an offer with the prices, the " +
    "time of delivery and your terms of payment? The rooms are on the second floor and there is a lift. ",
  german:
    "Wir brauchen für unsere Werkstatt drei neue Tore und bitten um ein Angebot mit Einbau. Die Maße stehen im Anhang, " +
    "vor Ort sind wir werktags von acht bis vier erreichbar. ",
  chinese: "您好，我们公司想订购五十套会议桌椅，请问贵公司能否在下个月底之前送货到上海？请把报价和付款方式发给我们。",
  spam:
    "We offer guest posts with dofollow backlinks on sites of high authority and bring you to the first page of Google " +
    "within thirty days, guaranteed. Visit https://rank-store.example.net/offer or reply for our price list. "
}

const usual: Readonly<Record<string, Lead>> = {
  "English, a company's address": { message: filled(texts.english, messageChars), email: "ann.smith@mueller-bau.de" },
  "German, name, company and website": {
    message: filled(texts.german, messageChars),
    email: "k.weber@weber-metallbau.de",
    name: "Katrin Weber",
    company: "Weber Metallbau GmbH",
    website: "https://www.weber-metallbau.de/"
  },
  "Chinese": { message: filled(texts.chinese, messageChars), email: "wang.lei@163.com" },
  "spam with a link": { message: filled(texts.spam, messageChars), email: "sales.rank@gmail.com" },
  "an address alone": { email: "ann.smith@gmail.com" }
}

const pieces =
  "a|.|a.b |я.я |x.рф |http://|http://a.it |a@b.c |<a |[url|a dot com |a[.]b|a\u200b|h t t p|aB|casino |1.1.1.1/a |" +
  "a.com:1|a . com |xn--a.xn--b |例え。com|\ud800|v1agr@ |🎰"

const hostile: Readonly<Record<string, string>> = Object.fromEntries(
  pieces.split("|").map((pattern) => [JSON.stringify(pattern), filled(pattern, hostileChars)])
)
const manyDifferent = Array.from({ length: 2_000 }, (_, at) => `s${at}.com`).join(" ")

const layer = Layer.mergeAll(layerEmbedded, LanguageEld.layer, SpamClassifierEmbedded.layer)

const cpuMicros = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { system, user } = process.cpuUsage(before)
  return user + system
}

const best = (times: number, work: () => void): number =>
  Math.min(...Array.from({ length: rounds }, () =>
    cpuMicros(() => {
      for (let run = 0; run < times; run++) work()
    }) / times))

const perSecond = (micros: number): string =>
  `${micros.toFixed(0).padStart(6)} µs ${Math.round(1e6 / micros)} per second`

const isSelected = (name: string): boolean => part === "" || part === name

await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
  const ports = yield* Layer.build(layer)
  const analyze = (lead: Lead) => Effect.runSync(Effect.provideContext(analyzeLead(lead, noRules), ports))
  if (isSelected("usual")) {
    for (const lead of Object.values(usual)) for (let warm = 0; warm < 1_500; warm++) analyze(lead)
    for (const [name, lead] of Object.entries(usual)) {
      console.log(name.padEnd(40), perSecond(best(500, () => analyze(lead))))
    }
  }
  if (isSelected("heldout")) {
    const leads = heldOutLeads()
    const groups = Map.groupBy(
      leads,
      ({ label, language }) => `held out, ${label}, ${language === "en" ? "English" : "other languages"}`
    )
    for (let warm = 0; warm < 5; warm++) for (const { lead } of leads) analyze(lead)
    for (const [name, group] of [...groups, ["held out, all", leads] as const]) {
      const micros = best(1, () => group.forEach(({ lead }) => analyze(lead))) / group.length
      console.log(`${name} (${group.length})`.padEnd(40), perSecond(micros))
    }
  }
  if (isSelected("hostile")) {
    for (const [name, text] of [...Object.entries(hostile), ["many domains", manyDifferent] as const]) {
      const lead = { message: text, name: text, company: text, website: text, email: "ann@gmail.com" }
      console.log(`${name.padEnd(40)} ${(best(2, () => analyze(lead)) / 1_000).toFixed(1).padStart(6)} ms`)
    }
  }
})))
process.exit()
