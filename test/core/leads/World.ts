import { Effect, Layer } from "effect"
import * as EmailListsMemory from "../../../adapters/lists/EmailListsMemory.ts"
import * as PopularDomainsMemory from "../../../adapters/lists/PopularDomainsMemory.ts"
import * as PublicSuffixesTldts from "../../../adapters/lists/PublicSuffixesTldts.ts"
import * as BlocklistMemory from "../../../adapters/storage/memory/BlocklistMemory.ts"
import { compileBlockRules } from "../../../core/block-rules/CompiledBlockRules.ts"
import { analyzeLead } from "../../../core/leads/AnalyzeLead.ts"
import type { Lead } from "../../../core/leads/signals/Lead.ts"
import type { LeadAnalysis } from "../../../core/leads/signals/LeadAnalysis.ts"
import type { LeadCode } from "../../../core/leads/signals/LeadCatalog.ts"
import { LanguageDetector } from "../../../core/messages/LanguageDetector.ts"
import type { Disguise, Evidence } from "../../../core/messages/normalize/MessageJudgment.ts"
import { SpamClassifier } from "../../../core/messages/SpamClassifier.ts"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import type { NewBlocklistEntry } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import { WebRisk, WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"

export const blocked = compileBlockRules([{
  id: 1,
  accountId: "acc_1",
  kind: "domain",
  action: "block",
  value: "unwanted-firm.com",
  note: "",
  createdAt: new Date(0)
}])

/** Results of the fakes. By default, the results are harmless. */
export interface Answers {
  readonly probability?: number
  /** Number of words that the classifier reports. By default, the words in the text. */
  readonly words?: number
  readonly evidence?: ReadonlyArray<Evidence>
  readonly disguises?: ReadonlyArray<Disguise>
  readonly language?: string | null
  /** Whether the required threat sources do not respond. */
  readonly isDown?: boolean
  readonly entries?: ReadonlyArray<NewBlocklistEntry>
}

const entry = (action: "block" | "allow", expression: string): NewBlocklistEntry => ({
  kind: "domain",
  expression,
  action,
  reason: "",
  source: "operator",
  author: "",
  forced: false,
  createdAt: new Date(0),
  expiresAt: null
})

export const block = (domain: string) => entry("block", domain)
export const allow = (domain: string) => entry("allow", domain)

/** Canonical URLs for which the threat sources were queried, in order. */
export const checkedUrls: Array<string> = []

const webRisk = (isDown: boolean) =>
  Layer.succeed(WebRisk, {
    check: (url) =>
      Effect.suspend(() => {
        checkedUrls.push(url.canonical)
        if (isDown) return Effect.fail(new WebRiskUnavailable({ source: "feed", message: "It does not answer." }))
        const { host } = url.readings[0]
        const isBad = host === "evil.example.org" || url.canonical.includes("/malware")
        const threat = isBad ? { source: "a feed", type: "phishing" as const, expression: host } : null
        return Effect.succeed({ threat, observed: [], stale: [] })
      }),
    status: Effect.succeed([])
  })

const fakes = (
  { disguises = [], evidence = [], isDown = false, language = "en", probability = 0.02, words }: Answers
) =>
  Layer.mergeAll(
    Layer.succeed(LanguageDetector, { detect: () => language }),
    Layer.succeed(SpamClassifier, {
      judge: (text) => ({ probability, words: words ?? text.split(/\s+/).length, evidence, disguises })
    }),
    webRisk(isDown)
  )

const lists = Layer.mergeAll(
  EmailListsMemory.layer({
    disposable: ["throwaway-mail.net", "both-mail.net"],
    publicProviders: ["gmail.com", "web.de", "both-mail.net"],
    roles: ["info"]
  }),
  PublicSuffixesTldts.layer,
  PopularDomainsMemory.layer(["example.com"])
)

export const analyze = (lead: Lead, answers: Answers = {}, rules = blocked): Effect.Effect<LeadAnalysis> =>
  Effect.gen(function*() {
    const blocklist = yield* Blocklist
    yield* blocklist.putAll(answers.entries ?? [])
    return yield* analyzeLead(lead, rules)
  }).pipe(Effect.provide(Layer.mergeAll(BlocklistMemory.layer, lists, fakes(answers))))

export const codesOf = ({ signals }: LeadAnalysis): ReadonlyArray<LeadCode> => signals.map(({ code }) => code)

/** Analyzes a lead synchronously, because none of the fakes waits. */
export const analyzeNow = (lead: Lead, answers: Answers = {}): LeadAnalysis => Effect.runSync(analyze(lead, answers))
