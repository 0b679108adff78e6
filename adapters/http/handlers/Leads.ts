import { Result } from "effect"
import type { RequestEvent } from "../../../core/events/AccountEvent.ts"
import { analyzeLeadForAccount } from "../../../core/leads/AnalyzeLeadForAccount.ts"
import { type Lead, normalizeFields } from "../../../core/leads/signals/Lead.ts"
import type { LeadAnalysis } from "../../../core/leads/signals/LeadAnalysis.ts"
import { parseEmailAddress } from "../../../core/mail-addresses/EmailAddress.ts"
import { analyzeLead } from "../api/Leads.ts"
import { keyedRoute } from "../server/endpoints/Route.ts"

export interface LeadOptions {
  /** Whether messages are stored with their results. */
  readonly keepsMessages: boolean
}

export const leadRoute = ({ keepsMessages }: LeadOptions) =>
  keyedRoute(analyzeLead, {
    prepare: (body) => body,
    execute: (lead, caller) => analyzeLeadForAccount(caller, lead, keepsMessages),
    reply: ({ categories, language, reasons, requestId, riskScore, verdict }) => ({
      request_id: requestId,
      verdict,
      risk_score: riskScore,
      categories,
      reasons,
      language
    }),
    summarize: (analysis, lead) => ({
      verdict: verdictSummary(analysis),
      subject: addressOf(lead),
      ...analysis.verdict === "spam" ? { event: spamEvent(analysis) } : {}
    })
  })

const spamEvent = ({ categories, riskScore }: LeadAnalysis): RequestEvent => ({
  type: "lead.spam",
  data: { verdict: "spam", risk_score: riskScore, categories }
})

/** Returns the summary for the history. The summary omits the reasons, because they may quote the message. */
const verdictSummary = ({ categories, riskScore, verdict }: LeadAnalysis): string =>
  [`${verdict} ${riskScore}`, ...categories].join(", ")

/** Returns the lead's email address, or null if it is invalid: the text could then be anything, even a message. */
const addressOf = (lead: Lead): string | null => {
  const address = parseEmailAddress(normalizeFields(lead).email)
  return Result.isSuccess(address) ? address.success.address : null
}
