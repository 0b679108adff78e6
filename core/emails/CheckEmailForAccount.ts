import { Effect } from "effect"
import { BlockRules } from "../ports/BlockRules.ts"
import { checkEmail } from "./CheckEmail.ts"
import { checkEmails, type EmailBatch } from "./CheckEmails.ts"

/** `checkEmail` under the rules of an account. */
export const checkEmailForAccount = Effect.fnUntraced(function*(accountId: string, email: string, ip?: string) {
  return yield* checkEmail({ email, ip, rules: yield* (yield* BlockRules).compiled(accountId) })
})

/** `checkEmails` under the rules of an account. */
export const checkEmailsForAccount = Effect.fnUntraced(function*(accountId: string, batch: EmailBatch) {
  return yield* checkEmails(batch, yield* (yield* BlockRules).compiled(accountId))
})
