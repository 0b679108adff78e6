import { Effect } from "effect"
import { BlockRules } from "../ports/BlockRules.ts"
import { checkEmail } from "./CheckEmail.ts"
import { checkEmails, type EmailBatch } from "./CheckEmails.ts"

/** `checkEmail` under the rules of an account. */
export const checkEmailForAccount = (accountId: string, email: string, ip?: string) =>
  Effect.flatMap(rulesOf(accountId), (rules) => checkEmail({ email, ip, rules }))

/** `checkEmails` under the rules of an account. */
export const checkEmailsForAccount = (accountId: string, batch: EmailBatch) =>
  Effect.flatMap(rulesOf(accountId), (rules) => checkEmails(batch, rules))

const rulesOf = (accountId: string) => Effect.flatMap(BlockRules, (rules) => rules.compiled(accountId))
