import { Result } from "effect"
import type { CompiledBlockRules } from "../../block-rules/CompiledBlockRules.ts"
import { findLookalike, type LookalikeContext } from "../../brands/FindLookalike.ts"
import { strongLookalikeScoreMin } from "../../brands/Lookalike.ts"
import { screenEmail } from "../../emails/CheckEmail.ts"
import { type EmailAddress, parseEmailAddress } from "../../mail-addresses/EmailAddress.ts"
import type { EmailLists } from "../../mail-addresses/EmailLists.ts"
import type { PublicSuffixes } from "../../urls/PublicSuffixes.ts"
import { type LeadSignal, leadSignal, quote } from "../signals/LeadSignal.ts"
import { isKeyLike, randomnessMin, randomnessOf } from "../signals/RandomLetters.ts"

/** Lists and rules used to analyze an address. */
export interface EmailKnowledge {
  readonly lists: EmailLists["Service"]
  readonly suffixes: PublicSuffixes["Service"]
  readonly rules: CompiledBlockRules
  readonly names: LookalikeContext
}

export interface JudgedEmail {
  readonly signals: ReadonlyArray<LeadSignal>
  /** Domain of the address if it belongs to the sender. Null for a provider's domain or without an address. */
  readonly ownDomain: string | null
}

const nothing: JudgedEmail = { signals: [], ownDomain: null }

/** Analyzes a lead's address. An invalid address is a signal, not an error. */
export const judgeEmail = (email: string, knowledge: EmailKnowledge): JudgedEmail => {
  if (email === "") return nothing
  const parsed = parseEmailAddress(email)
  if (Result.isSuccess(parsed)) return judgeAddress(parsed.success, knowledge)
  const problem = parsed.failure.message.replace(/^Invalid email: /, "").replace(/\.$/, "")
  return { signals: [leadSignal("INVALID_EMAIL", "syntax", [problem])], ownDomain: null }
}

const judgeAddress = (address: EmailAddress, { lists, names, rules, suffixes }: EmailKnowledge): JudgedEmail => {
  const checked = screenEmail(lists, suffixes, rules, address)
  const domain = quote(checked.domain)
  const relay = isRelay(checked.domain)
  const signals: Array<LeadSignal> = []
  if (checked.email_blocked) signals.push(leadSignal("BLOCKED_EMAIL", "rule", [domain]))
  if (checked.disposable) signals.push(leadSignal("DISPOSABLE_EMAIL", "listed", [domain]))
  if (relay) signals.push(leadSignal("RELAY_EMAIL", "relay", [domain]))
  else if (checked.public_domain && !checked.disposable) signals.push(leadSignal("PUBLIC_EMAIL", "provider", [domain]))
  if (checked.role_account) signals.push(leadSignal("ROLE_ACCOUNT", "role", []))
  if (checked.did_you_mean !== null) {
    const meant = checked.did_you_mean.slice(checked.did_you_mean.lastIndexOf("@") + 1)
    signals.push(leadSignal("EMAIL_TYPO", "provider", [domain, quote(meant)]))
  } else if (!suffixes.hasKnownTopLevel(checked.domain)) {
    // The top-level domain may be newer than the list.
    signals.push(leadSignal("INVALID_EMAIL", "unknownTopLevel", [domain]))
  }
  if (!relay && isRandom(address.localPart)) signals.push(leadSignal("RANDOM_EMAIL", "localPart", []))
  const isOwn = !checked.disposable && !checked.public_domain && !relay && checked.did_you_mean === null
  const lookalike = isOwn ? findLookalike(checked.domain, names) : null
  if (lookalike !== null && lookalike.score >= strongLookalikeScoreMin) {
    signals.push(leadSignal("LOOKALIKE_EMAIL", "certain", [domain, quote(lookalike.brand)]))
  }
  return { signals, ownDomain: isOwn ? suffixes.registrableDomain(checked.domain) : null }
}

/** Detects random local parts in any language. Names, initials and years are not random, and non-ASCII text is never random. */
const isRandom = (localPart: string): boolean => {
  const plus = localPart.indexOf("+")
  const main = plus < 0 ? localPart : localPart.slice(0, plus)
  if (/[^\x00-\x7f]/.test(main)) return false
  if (/^[0-9a-f]{16,64}$/i.test(main) && /\d/.test(main) && /[a-f]/i.test(main)) return true
  if (isDotted(main)) return true
  return main.split(/[^A-Za-z0-9]+/).some((part) =>
    isKeyLike(part) || part.split(/\d+/).some((word) => randomnessOf(word) >= randomnessMin)
  )
}

/** Detects dots spread over a name, such as `j.o.hn.sm.i.t.h`, at providers that ignore dots. */
const isDotted = (localPart: string): boolean => {
  const parts = localPart.split(".")
  return parts.length >= 5 && localPart.length < parts.length * 3.2
}

/**
 * Domains of services that provide forwarding aliases. Not disposable, because an alias lives as long as its owner wants. Source:
 * the services' own help pages.
 */
const relayDomains: ReadonlySet<string> = new Set(
  `8alias.com 8shield.net addy.io aleeas.com anonaddy.com anonaddy.me anonaddy.net dralias.com duck.com erine.email
  forwardemail.net improvmx.com mozmail.com passfwd.com passinbox.com passmail.com passmail.net privaterelay.appleid.com
  relay.firefox.com silomails.com simplelogin.co simplelogin.com simplelogin.fr simplelogin.io slmail.me slmails.com
  33mail.com`.split(/\s+/)
)

/** Reports whether the domain or one of its parents is a relay. Most services give each user a subdomain. */
const isRelay = (domain: string): boolean => {
  for (let at = 0; at >= 0; at = domain.indexOf(".", at) + 1 || -1) {
    if (relayDomains.has(domain.slice(at))) return true
  }
  return false
}
