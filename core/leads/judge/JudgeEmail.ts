import { Result } from "effect"
import type { CompiledBlockRules } from "../../block-rules/CompiledBlockRules.ts"
import { findLookalike, type LookalikeContext } from "../../brands/FindLookalike.ts"
import { strongLookalikeScoreMin } from "../../brands/Lookalike.ts"
import { screenEmail } from "../../emails/CheckEmail.ts"
import { type EmailAddress, parseEmailAddress } from "../../mail-addresses/EmailAddress.ts"
import type { EmailLists } from "../../mail-addresses/EmailLists.ts"
import type { PublicSuffixes } from "../../urls/PublicSuffixes.ts"
import { type LeadSignal, leadSignal } from "../signals/LeadSignal.ts"
import { quote } from "../signals/Quote.ts"
import { isKeyLike, randomnessMin, randomnessOf } from "../signals/RandomLetters.ts"
import { isRelay } from "./RelayDomains.ts"

/** What is asked of the world for an address. */
export interface EmailKnowledge {
  readonly lists: EmailLists["Service"]
  readonly suffixes: PublicSuffixes["Service"]
  readonly rules: CompiledBlockRules
  readonly names: LookalikeContext
}

export interface JudgedEmail {
  readonly signals: ReadonlyArray<LeadSignal>
  /** The domain, where it is one of the sender's own; null where it is a provider's, or there is none. */
  readonly ownDomain: string | null
}

const nothing: JudgedEmail = { signals: [], ownDomain: null }

/** What an address tells of a lead. One that is none is a signal, not a mistake of the caller's. */
export const judgeEmail = (email: string, knowledge: EmailKnowledge): JudgedEmail => {
  if (email === "") return nothing
  const parsed = parseEmailAddress(email)
  if (Result.isSuccess(parsed)) return judgeAddress(parsed.success, knowledge)
  const problem = parsed.failure.message.replace(/^Invalid email: /, "").replace(/\.$/, "")
  return { signals: [leadSignal("INVALID_EMAIL", 40, `The email address is invalid: ${problem}.`)], ownDomain: null }
}

const judgeAddress = (address: EmailAddress, { lists, names, rules, suffixes }: EmailKnowledge): JudgedEmail => {
  const checked = screenEmail(lists, suffixes, rules, address)
  const domain = quote(checked.domain)
  const relay = isRelay(checked.domain)
  const signals: Array<LeadSignal> = []
  const tell = (code: LeadSignal["code"], points: number, message: string): void => {
    signals.push(leadSignal(code, points, message))
  }
  if (checked.email_blocked) tell("BLOCKED_EMAIL", 90, `A block rule of the account matches the address at ${domain}.`)
  if (checked.disposable) tell("DISPOSABLE_EMAIL", 45, `${domain} hands out throwaway addresses.`)
  if (relay) tell("RELAY_EMAIL", 3, `${domain} forwards mail and hides the real address.`)
  else if (checked.public_domain && !checked.disposable) tell("PUBLIC_EMAIL", 1, `${domain} is a public mail provider.`)
  if (checked.role_account) tell("ROLE_ACCOUNT", 3, "The address names a function and not a person.")
  if (checked.did_you_mean !== null) {
    const meant = checked.did_you_mean.slice(checked.did_you_mean.lastIndexOf("@") + 1)
    tell("EMAIL_TYPO", 6, `The domain ${domain} is probably a slip for ${quote(meant)}.`)
  } else if (!suffixes.hasKnownTopLevel(checked.domain)) {
    // The list of endings may be older than the ending.
    tell("INVALID_EMAIL", 20, `No mail can be sent to ${domain}: its ending is not known.`)
  }
  if (!relay && isRandom(address.localPart)) {
    tell("RANDOM_EMAIL", 15, "What stands before the @ of the address looks made up by a program.")
  }
  const isOwn = !checked.disposable && !checked.public_domain && !relay && checked.did_you_mean === null
  const lookalike = isOwn ? findLookalike(checked.domain, names) : null
  if (lookalike !== null && lookalike.score >= strongLookalikeScoreMin) {
    tell("LOOKALIKE_EMAIL", 30, `The address's domain ${domain} imitates ${quote(lookalike.brand)}.`)
  }
  return { signals, ownDomain: isOwn ? suffixes.registrableDomain(checked.domain) : null }
}

/** In any language: names, initials and years are not random, nor is anything that is not written in ASCII. */
const isRandom = (localPart: string): boolean => {
  const main = localPart.split("+", 1)[0]!
  if (/[^\x00-\x7f]/.test(main)) return false
  if (/^[0-9a-f]{16,64}$/i.test(main) && /\d/.test(main) && /[a-f]/i.test(main)) return true
  if (isDotted(main)) return true
  return main.split(/[^A-Za-z0-9]+/).some((part) =>
    isKeyLike(part) || part.split(/\d+/).some((word) => randomnessOf(word) >= randomnessMin)
  )
}

/** `j.o.hn.sm.i.t.h`: dots strewn over a name, where the provider does not look at them. */
const isDotted = (localPart: string): boolean => {
  const parts = localPart.split(".")
  return parts.length >= 5 && localPart.length < parts.length * 3.2
}
