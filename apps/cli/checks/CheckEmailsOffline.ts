import { Effect, Layer } from "effect"
import * as EmailListsEmbedded from "../../../adapters/lists/EmailListsEmbedded.ts"
import * as PublicSuffixesTldts from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { compileBlockRules } from "../../../core/block-rules/CompiledBlockRules.ts"
import type { EmailSignals } from "../../../core/emails/CheckEmail.ts"
import { checkEmails, parseEmailBatch } from "../../../core/emails/CheckEmails.ts"

/** Result of `check email` for one address. */
export type CheckedEmail =
  | { readonly ok: true } & EmailSignals
  | { readonly ok: false; readonly email: string; readonly message: string }

/**
 * Checks addresses against the lists included with Gatehouse, without the rules of an account. Results are in the order
 * of the addresses.
 */
export const checkEmailsOffline = Effect.fn(function*(emails: ReadonlyArray<string>) {
  const { errors, results } = yield* checkEmails(parseEmailBatch(emails), compileBlockRules([]))
  const checked: Array<CheckedEmail> = []
  for (const { index, ...signals } of results) checked[index] = { ok: true, ...signals }
  for (const { email, index, message } of errors) checked[index] = { ok: false, email, message }
  return checked
}, Effect.provide(Layer.merge(EmailListsEmbedded.layer, PublicSuffixesTldts.layer)))
