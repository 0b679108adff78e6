import { Effect, Layer } from "effect"
import * as EmailListsEmbedded from "../../../adapters/lists/EmailListsEmbedded.ts"
import * as PublicSuffixesTldts from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { compileBlockRules } from "../../../core/block-rules/CompiledBlockRules.ts"
import type { EmailSignals } from "../../../core/emails/CheckEmail.ts"
import { checkEmails, readBatch } from "../../../core/emails/CheckEmails.ts"

/** What `check email` says of one address, in the order in which they were given. */
export type CheckedEmail =
  | { readonly ok: true } & EmailSignals
  | { readonly ok: false; readonly email: string; readonly message: string }

/** Checks addresses against the lists that come with Gatehouse; no account, so no rules of one. */
export const checkEmailsOffline = Effect.fn(function*(emails: ReadonlyArray<string>) {
  const { errors, results } = yield* checkEmails(readBatch(emails), compileBlockRules([]))
  const checked: Array<CheckedEmail> = []
  for (const { index, ...signals } of results) checked[index] = { ok: true, ...signals }
  for (const { email, index, message } of errors) checked[index] = { ok: false, email, message }
  return checked
}, Effect.provide(Layer.merge(EmailListsEmbedded.layer, PublicSuffixesTldts.layer)))
