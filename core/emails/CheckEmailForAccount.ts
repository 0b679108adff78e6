import { Context, Effect } from "effect"
import { BlockRules } from "../block-rules/BlockRules.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { checkEmailWith, type EmailPorts } from "./CheckEmail.ts"
import { checkEmails, type EmailBatch } from "./CheckEmails.ts"

/** Runs `checkEmail` with an account's rules. */
export const checkEmailForAccount = (accountId: AccountId, email: string, ip?: string) =>
  Effect.contextWith((ports: Context.Context<BlockRules | EmailPorts>) =>
    Effect.flatMapEager(
      Context.get(ports, BlockRules).compiled(accountId),
      (rules) => checkEmailWith(ports, { email, ip, rules })
    )
  )

/** Runs `checkEmails` with an account's rules. */
export const checkEmailsForAccount = (accountId: AccountId, batch: EmailBatch) =>
  Effect.flatMap(rulesOf(accountId), (rules) => checkEmails(batch, rules))

const rulesOf = (accountId: AccountId) => Effect.flatMap(BlockRules, (rules) => rules.compiled(accountId))
