import { Result } from "effect"
import type { CompiledBlockRules } from "../../block-rules/CompiledBlockRules.ts"
import { findLookalike, type LookalikeContext } from "../../brands/FindLookalike.ts"
import { strongLookalikeScoreMin } from "../../brands/Lookalike.ts"
import { checkEmailWithoutVisitor } from "../../emails/CheckEmail.ts"
import { type EmailAddress, parseEmailAddress } from "../../mail-addresses/EmailAddress.ts"
import type { EmailLists } from "../../mail-addresses/EmailLists.ts"
import type { PublicSuffixes } from "../../urls/PublicSuffixes.ts"
import { type LeadSignal, makeLeadSignal, sanitizeText } from "../signals/LeadSignal.ts"
import { isKeyLike, randomnessMin, randomnessOf } from "../signals/RandomLetters.ts"

/** Lists and rules that are used to analyze an address. */
export interface EmailKnowledge {
  readonly lists: EmailLists["Service"]
  readonly suffixes: PublicSuffixes["Service"]
  readonly rules: CompiledBlockRules
  readonly names: LookalikeContext
}

export interface JudgedEmail {
  readonly signals: ReadonlyArray<LeadSignal>
  /**
   * Registrable domain of the address if it probably belongs to the sender. Null for a provider, a relay, a probable
   * typo, and an invalid or missing address.
   */
  readonly ownDomain: string | null
}

const nothing: JudgedEmail = { signals: [], ownDomain: null }

/** Analyzes a lead's address. An invalid address is a signal, not an error. */
export const judgeEmail = (email: string, knowledge: EmailKnowledge): JudgedEmail => {
  if (email === "") return nothing
  const parsed = parseEmailAddress(email)
  if (Result.isSuccess(parsed)) return judgeAddress(parsed.success, knowledge)
  const problem = parsed.failure.message.replace(/^Invalid email: /, "").replace(/\.$/, "")
  return { signals: [makeLeadSignal("INVALID_EMAIL", "syntax", [problem])], ownDomain: null }
}

const judgeAddress = (address: EmailAddress, { lists, names, rules, suffixes }: EmailKnowledge): JudgedEmail => {
  const checked = checkEmailWithoutVisitor(lists, suffixes, rules, address)
  const domain = sanitizeText(checked.domain)
  const relay = isRelay(checked.domain)
  const signals: Array<LeadSignal> = []
  if (checked.email_blocked) signals.push(makeLeadSignal("BLOCKED_EMAIL", "rule", [domain]))
  if (checked.disposable) signals.push(makeLeadSignal("DISPOSABLE_EMAIL", "listed", [domain]))
  if (relay) signals.push(makeLeadSignal("RELAY_EMAIL", "relay", [domain]))
  else if (checked.public_domain && !checked.disposable) {
    signals.push(makeLeadSignal("PUBLIC_EMAIL", "provider", [domain]))
  }
  if (checked.role_account) signals.push(makeLeadSignal("ROLE_ACCOUNT", "role", []))
  if (checked.did_you_mean !== null) {
    const meant = checked.did_you_mean.slice(checked.did_you_mean.lastIndexOf("@") + 1)
    signals.push(makeLeadSignal("EMAIL_TYPO", "provider", [domain, sanitizeText(meant)]))
  } else if (!suffixes.hasKnownTopLevel(checked.domain)) {
    // This case has fewer points than invalid syntax, because the top-level domain may be newer than the list.
    signals.push(makeLeadSignal("INVALID_EMAIL", "unknownTopLevel", [domain]))
  }
  if (!relay && isRandom(address.localPart)) signals.push(makeLeadSignal("RANDOM_EMAIL", "localPart", []))
  const isOwn = !checked.disposable && !checked.public_domain && !relay && checked.did_you_mean === null
  const lookalike = isOwn ? findLookalike(checked.domain, names) : null
  if (lookalike !== null && lookalike.score >= strongLookalikeScoreMin) {
    signals.push(makeLeadSignal("LOOKALIKE_EMAIL", "certain", [domain, sanitizeText(lookalike.brand)]))
  }
  return { signals, ownDomain: isOwn ? suffixes.registrableDomain(checked.domain) : null }
}

/** Detects a random local part. Names, initials and years do not count as random, and non-ASCII text never does. */
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

/** Detects dots that are spread over a name, such as `j.o.hn.sm.i.t.h`. Some providers ignore dots. */
const isDotted = (localPart: string): boolean => {
  const parts = localPart.split(".")
  return parts.length >= 5 && localPart.length < parts.length * 3.2
}

/**
 * Domains of services that provide forwarding aliases. They do not count as disposable, because owners keep an alias as
 * long as they want. Source: the services' own help pages.
 */
const relayDomains: ReadonlySet<string> = new Set(
  `8alias.com 8shield.net addy.io aleeas.com anonaddy.com anonaddy.me anonaddy.net dralias.com duck.com erine.email
  forwardemail.net improvmx.com mozmail.com passfwd.com passinbox.com passmail.com passmail.net privaterelay.appleid.com
  relay.firefox.com silomails.com simplelogin.co simplelogin.com simplelogin.fr simplelogin.io slmail.me slmails.com
  33mail.com`.split(/\s+/)
)

/** Reports whether a domain or one of its parents is a relay. Most relays give each user a subdomain. */
const isRelay = (domain: string): boolean => {
  for (let at = 0; at >= 0; at = domain.indexOf(".", at) + 1 || -1) {
    if (relayDomains.has(domain.slice(at))) return true
  }
  return false
}
