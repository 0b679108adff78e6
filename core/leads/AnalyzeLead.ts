import { Context, Effect } from "effect"
import type { CompiledBlockRules } from "../block-rules/CompiledBlockRules.ts"
import type { LookalikeContext } from "../brands/FindLookalike.ts"
import { EmailLists } from "../mail-addresses/EmailLists.ts"
import { LanguageDetector } from "../messages/LanguageDetector.ts"
import { SpamClassifier } from "../messages/SpamClassifier.ts"
import type { Blocklist } from "../threats/blocklist/Blocklist.ts"
import type { WebRisk } from "../threats/WebRisk.ts"
import { PopularDomains } from "../urls/PopularDomains.ts"
import { PublicSuffixes } from "../urls/PublicSuffixes.ts"
import { judgeEmail } from "./judge/JudgeEmail.ts"
import { judgeIdentity } from "./judge/JudgeIdentity.ts"
import { judgeLinks } from "./judge/JudgeLeadLinks.ts"
import { judgeText } from "./judge/JudgeText.ts"
import { type LeadLinks, linksOf } from "./links/LeadLinks.ts"
import { lookUpLinks } from "./links/LookUpLinks.ts"
import { fieldsOf, type Lead } from "./signals/Lead.ts"
import { analysisOf, type LeadAnalysis, type MessageFigures } from "./signals/LeadAnalysis.ts"
import type { LeadSignal } from "./signals/LeadSignal.ts"

export type LeadPorts =
  | EmailLists
  | PublicSuffixes
  | PopularDomains
  | LanguageDetector
  | SpamClassifier
  | Blocklist
  | WebRisk

/** Result of the analysis before the link lookup. */
export interface JudgedLead {
  readonly signals: ReadonlyArray<LeadSignal>
  readonly message: MessageFigures
  readonly found: LeadLinks
  readonly names: LookalikeContext
}

/**
 * Analyzes a lead. Its address, text, links and names each produce signals with points and a sentence. Never fails: a malformed
 * lead and a failed link lookup are signals too.
 *
 * @param rules the account's block rules
 */
export const analyzeLead = (lead: Lead, rules: CompiledBlockRules): Effect.Effect<LeadAnalysis, never, LeadPorts> =>
  Effect.flatMap(judgeLead(lead, rules), lookUpJudged)

/** Runs the CPU-bound part of an analysis: up to 25 ms for a message of 20,000 characters. Synchronous. */
export const judgeLead = (lead: Lead, rules: CompiledBlockRules): Effect.Effect<JudgedLead, never, LeadPorts> =>
  Effect.contextWith((ports: Context.Context<LeadPorts>) => {
    const suffixes = Context.get(ports, PublicSuffixes)
    const { rankOf } = Context.get(ports, PopularDomains)
    const names: LookalikeContext = {
      registrableDomain: suffixes.registrableDomain,
      isPopular: (domain) => rankOf(domain) !== null
    }
    const fields = fieldsOf(lead)
    const message = readText(fields.message, ports)
    const texts = [fields.name, fields.company].filter(isText).map((text) => readText(text, ports).signals)
    const email = judgeEmail(fields.email, { lists: Context.get(ports, EmailLists), suffixes, rules, names })
    const found = linksOf(fields, suffixes)
    const identity = judgeIdentity(fields, found.links, email.ownDomain, suffixes)
    const signals = [...texts.reduce(weightiest, message.signals), ...email.signals, ...identity]
    return Effect.succeed({ signals, message, found, names })
  })

/** Runs the part of an analysis that waits for the threat sources, if there are links. */
export const lookUpJudged = (
  { found, message, names, signals }: JudgedLead
): Effect.Effect<LeadAnalysis, never, LeadPorts> =>
  found.links.length === 0 && found.unreadable.length === 0 && !found.isCutOff
    ? Effect.succeed(analysisOf(signals, message))
    : Effect.map(
      lookUpLinks(found.links),
      (lookedUp) => analysisOf([...signals, ...judgeLinks(found, lookedUp, names)], message)
    )

/** Longer values are not names but messages in the wrong field. */
const isText = (text: string): boolean =>
  text.length > nameCharsMax || text.split(/\s+/, nameWordsMax + 1).length > nameWordsMax

const nameCharsMax = 60
const nameWordsMax = 6

/** Merges signals and keeps the one with the most points per code. */
const weightiest = (some: ReadonlyArray<LeadSignal>, others: ReadonlyArray<LeadSignal>): ReadonlyArray<LeadSignal> => {
  const most = new Map(some.map((one) => [one.code, one]))
  for (const one of others) if (one.points > (most.get(one.code)?.points ?? -1)) most.set(one.code, one)
  return [...most.values()]
}

/** Detects the language and classifies the text in that language. */
const readText = (
  text: string,
  ports: Context.Context<LeadPorts>
): MessageFigures & { readonly signals: ReadonlyArray<LeadSignal> } => {
  if (text === "") return { signals: [], language: null, spamProbability: null }
  const language = Context.get(ports, LanguageDetector).detect(text)
  const judgement = Context.get(ports, SpamClassifier).judge(text, language)
  return { signals: judgeText(text, judgement, language), language, spamProbability: judgement.probability }
}
