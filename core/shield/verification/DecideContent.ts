import { Effect, Result } from "effect"
import type { CompiledBlockRules } from "../../block-rules/CompiledBlockRules.ts"
import { checkEmailWithoutVisitor } from "../../emails/CheckEmail.ts"
import { parseIpAddress } from "../../kernel/networks/IpAddress.ts"
import { parseEmailAddress } from "../../mail-addresses/EmailAddress.ts"
import type { EmailLists } from "../../mail-addresses/EmailLists.ts"
import { LanguageDetector } from "../../messages/LanguageDetector.ts"
import { SpamClassifier } from "../../messages/SpamClassifier.ts"
import type { SiteOptions } from "../../sites/Site.ts"
import type { PublicSuffixes } from "../../urls/PublicSuffixes.ts"
import type { RejectionReason } from "./SiteVerification.ts"

/** Lists and rules that are used to check an email address. */
export interface EmailKnowledge {
  readonly lists: EmailLists["Service"]
  readonly suffixes: PublicSuffixes["Service"]
  readonly rules: CompiledBlockRules
}

/** Returns why a site rejects the email address of a form, or null to accept it. A blank address counts as absent. */
export const decideEmail = (
  email: string | undefined,
  options: SiteOptions,
  { lists, rules, suffixes }: EmailKnowledge
): RejectionReason | null => {
  const rejectsDisposable = options.disposableEmails === "reject"
  if (email === undefined || isBlank(email) || (!options.emailRules && !rejectsDisposable)) return null
  const address = parseEmailAddress(email)
  // Without email rules, an invalid address is accepted, because it cannot be disposable.
  if (Result.isFailure(address)) return options.emailRules ? "invalid email" : null
  if (!rejectsDisposable) return rules.blocksEmail(address.success) ? "email blocked" : null
  const signals = checkEmailWithoutVisitor(lists, suffixes, rules, address.success)
  if (options.emailRules && signals.email_blocked) return "email blocked"
  return signals.disposable ? "disposable email" : null
}

/**
 * Returns why the account's block rules reject a visitor, or null to accept the visitor.
 *
 * @param address visitor's address, or null if unknown, which is never rejected
 */
export const decideVisitor = (
  address: string | null,
  country: string | null,
  options: SiteOptions,
  rules: CompiledBlockRules
): RejectionReason | null => {
  const ip = options.ipRules && address !== null ? parseIpAddress(address) : null
  if (ip === null) return null
  return rules.blocksIp(ip) ? "ip blocked" : rules.blocksCountry(country, ip) ? "country blocked" : null
}

export const isBlank = (text: string): boolean => text.trim() === ""

/** Result of the analysis of a form's text. */
interface TextJudgment {
  /** Probability of spam with two decimals. Null if there is no text, or if the site has turned off spam detection. */
  readonly spamScore: number | null
  /** Language code. Null if `spamScore` is null or the language cannot be detected. */
  readonly language: string | null
}

export const judgeFormText: (
  text: string | undefined,
  isWanted: boolean
) => Effect.Effect<TextJudgment, never, LanguageDetector | SpamClassifier> = Effect.fnUntraced(
  function*(text: string | undefined, isWanted: boolean) {
    if (!isWanted || text === undefined || isBlank(text)) return { spamScore: null, language: null }
    const language = (yield* LanguageDetector).detect(text)
    const { probability } = (yield* SpamClassifier).judge(text, language)
    return { spamScore: Math.round(probability * 100) / 100, language }
  }
)
