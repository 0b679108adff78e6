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
import { checkLinks } from "./links/CheckLinks.ts"
import { findLinks, type LeadLinks } from "./links/LeadLinks.ts"
import { type Lead, normalizeFields } from "./signals/Lead.ts"
import { type LeadAnalysis, makeAnalysis, type TextClassification } from "./signals/LeadAnalysis.ts"
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
  readonly message: TextClassification
  readonly leadLinks: LeadLinks
  readonly lookalikeContext: LookalikeContext
}

/**
 * Analyzes a lead. Address, text, links and names each produce signals, which have points and a sentence. Never fails:
 * a malformed lead and a failed link lookup also produce signals.
 *
 * @param rules the account's block rules
 */
export const analyzeLead = (lead: Lead, rules: CompiledBlockRules): Effect.Effect<LeadAnalysis, never, LeadPorts> =>
  Effect.flatMap(judgeLead(lead, rules), completeAnalysis)

/** Runs the synchronous part of an analysis. It takes up to 25 ms for a message of 20,000 characters. */
export const judgeLead = (lead: Lead, rules: CompiledBlockRules): Effect.Effect<JudgedLead, never, LeadPorts> =>
  Effect.contextWith((ports: Context.Context<LeadPorts>) => {
    const suffixes = Context.get(ports, PublicSuffixes)
    const { rankOf } = Context.get(ports, PopularDomains)
    const lookalikeContext: LookalikeContext = {
      registrableDomain: suffixes.registrableDomain,
      isPopular: (domain) => rankOf(domain) !== null
    }
    const fields = normalizeFields(lead)
    const message = classifyText(fields.message, ports)
    const texts = [fields.name, fields.company].filter(isLongText).map((text) => classifyText(text, ports).signals)
    const email = judgeEmail(fields.email, {
      lists: Context.get(ports, EmailLists),
      suffixes,
      rules,
      names: lookalikeContext
    })
    const leadLinks = findLinks(fields, suffixes)
    const identity = judgeIdentity(fields, leadLinks.links, email.ownDomain, suffixes)
    const signals = [...texts.reduce(keepStrongest, message.signals), ...email.signals, ...identity]
    return Effect.succeed({ signals, message, leadLinks, lookalikeContext })
  })

/** Completes an analysis. If the lead has links, it waits for the threat sources. */
export const completeAnalysis = (
  { leadLinks, lookalikeContext, message, signals }: JudgedLead
): Effect.Effect<LeadAnalysis, never, LeadPorts> =>
  leadLinks.links.length === 0 && leadLinks.unreadable.length === 0 && !leadLinks.isCutOff
    ? Effect.succeed(makeAnalysis(signals, message))
    : Effect.map(
      checkLinks(leadLinks.links),
      (checked) => makeAnalysis([...signals, ...judgeLinks(leadLinks, checked, lookalikeContext)], message)
    )

/** Reports whether a name or company is so long that it is probably a message in the wrong field. */
const isLongText = (text: string): boolean =>
  text.length > nameCharsMax || text.split(/\s+/, nameWordsMax + 1).length > nameWordsMax

const nameCharsMax = 60
const nameWordsMax = 6

/** Merges two lists of signals. For each code, it keeps only the signal with the most points. */
const keepStrongest = (
  some: ReadonlyArray<LeadSignal>,
  others: ReadonlyArray<LeadSignal>
): ReadonlyArray<LeadSignal> => {
  const most = new Map(some.map((one) => [one.code, one]))
  for (const one of others) if (one.points > (most.get(one.code)?.points ?? -1)) most.set(one.code, one)
  return [...most.values()]
}

/** Detects the language of a text and classifies the text. */
const classifyText = (
  text: string,
  ports: Context.Context<LeadPorts>
): TextClassification & { readonly signals: ReadonlyArray<LeadSignal> } => {
  if (text === "") return { signals: [], language: null, spamProbability: null }
  const language = Context.get(ports, LanguageDetector).detect(text)
  const judgment = Context.get(ports, SpamClassifier).judge(text, language)
  return { signals: judgeText(text, judgment, language), language, spamProbability: judgment.probability }
}
