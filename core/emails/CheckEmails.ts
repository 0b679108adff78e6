import { Effect, Result } from "effect"
import type { CompiledBlockRules } from "../block-rules/CompiledBlockRules.ts"
import type { RequestDetails } from "../history/RequestDetails.ts"
import { collectDomainFacts, type DomainFacts } from "../mail-addresses/DomainFacts.ts"
import { type EmailAddress, parseEmailAddress } from "../mail-addresses/EmailAddress.ts"
import { EmailLists } from "../mail-addresses/EmailLists.ts"
import { normalizedAddress } from "../mail-addresses/MailboxKey.ts"
import { PublicSuffixes } from "../urls/PublicSuffixes.ts"
import { type EmailSignals, emailSignals } from "./CheckEmail.ts"

/** Parsed items of a bulk request. They determine the price, and are then checked. */
export interface EmailBatch {
  readonly addresses: ReadonlyArray<{ readonly index: number; readonly address: EmailAddress }>
  readonly errors: ReadonlyArray<BulkError>
  /** Number of unique valid addresses, which determines the price. */
  readonly uniqueCount: number
}

export interface BulkError {
  readonly index: number
  /** Address as submitted. */
  readonly email: string
  readonly message: string
}

/** Result of a bulk request, with the field names of the API contract. */
export interface BulkEmailCheck {
  readonly ok: true
  readonly results: ReadonlyArray<EmailSignals & { readonly index: number }>
  readonly errors: ReadonlyArray<BulkError>
}

/** Parses the items and counts the unique addresses to charge for. The caller limits the items to `bulkEmailsMax`. */
export const parseEmailBatch = (emails: ReadonlyArray<string>): EmailBatch => {
  const addresses: Array<{ index: number; address: EmailAddress }> = []
  const errors: Array<BulkError> = []
  const keys = new Set<string>()
  emails.forEach((email, index) => {
    const parsed = parseEmailAddress(email)
    if (Result.isFailure(parsed)) errors.push({ index, email, message: parsed.failure.message })
    else {
      addresses.push({ index, address: parsed.success })
      keys.add(normalizedAddress(parsed.success))
    }
  })
  return { addresses, errors, uniqueCount: keys.size }
}

/** Checks the addresses of a batch. An invalid item does not affect the others. */
export const checkEmails = Effect.fnUntraced(function*(batch: EmailBatch, rules: CompiledBlockRules) {
  const lists = yield* EmailLists
  const suffixes = yield* PublicSuffixes
  const domains = new Map<string, DomainFacts>()
  const factsOf = (domain: string): DomainFacts => {
    let facts = domains.get(domain)
    if (facts === undefined) domains.set(domain, facts = collectDomainFacts(lists, suffixes, domain))
    return facts
  }
  const check: BulkEmailCheck = {
    ok: true,
    results: batch.addresses.map(({ address, index }) => ({
      index,
      ...emailSignals(address, factsOf(address.domain), lists, rules)
    })),
    errors: batch.errors
  }
  return check
})

/** Returns the details for the request record: counts by type, without addresses. */
export const bulkDetails = ({ errors, results }: BulkEmailCheck): RequestDetails => {
  const many = (name: "disposable" | "email_blocked" | "role_account" | "public_domain") =>
    results.filter((result) => result[name]).length
  return {
    score: null,
    reasons: [],
    facts: {
      checked: results.length,
      invalid: errors.length,
      disposable: many("disposable"),
      email_blocked: many("email_blocked"),
      role_account: many("role_account"),
      public_domain: many("public_domain"),
      did_you_mean: results.filter(({ did_you_mean }) => did_you_mean !== null).length
    }
  }
}
