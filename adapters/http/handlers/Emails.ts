import { identity } from "effect"
import { costTable } from "../../../core/credits/CostTable.ts"
import { emailDetails, type EmailSignals } from "../../../core/emails/CheckEmail.ts"
import { checkEmailForAccount, checkEmailsForAccount } from "../../../core/emails/CheckEmailForAccount.ts"
import { bulkDetails, parseEmailBatch } from "../../../core/emails/CheckEmails.ts"
import { scanEmail, scanEmailBulk } from "../api/Emails.ts"
import { keyedRoute } from "../server/endpoints/Route.ts"

export const emailRoutes = [
  keyedRoute(scanEmail, {
    prepare: (body) => body,
    price: () => costTable["scan/email"],
    execute: ({ email, ip }, { accountId }) => checkEmailForAccount(accountId, email, ip),
    reply: identity,
    summarize: (check) => {
      const details = emailDetails(check)
      return { verdict: verdictSummary(check), subject: check.email, ...details === null ? {} : { details } }
    }
  }),
  keyedRoute(scanEmailBulk, {
    prepare: ({ emails }) => parseEmailBatch(emails),
    price: (batch) => batch.uniqueCount * costTable["scan/email/bulk"],
    execute: (batch, { accountId }) => checkEmailsForAccount(accountId, batch),
    reply: identity,
    summarize: (check) => ({
      verdict: `${check.results.length} checked, ${check.errors.length} invalid`,
      subject: null,
      details: bulkDetails(check)
    })
  })
]

const verdictSummary = (check: EmailSignals): string => {
  const found = (["disposable", "email_blocked", "role_account", "public_domain"] as const).filter((name) =>
    check[name]
  )
  return found.length === 0 ? "nothing found" : found.join(", ")
}
