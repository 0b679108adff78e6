import type { LeadRecord } from "../../../core/leads/records/LeadRecord.ts"
import { printable } from "../terminal/Printable.ts"
import { sheet, table, when } from "../terminal/Table.ts"

/** A lead as `--json` shows it. */
export const leadJson = (lead: LeadRecord) => ({
  request_id: lead.requestId,
  account_id: lead.accountId,
  created_at: lead.at,
  verdict: lead.verdict,
  risk_score: lead.riskScore,
  categories: lead.categories,
  language: lead.language,
  source: lead.source,
  spam_probability: lead.spamProbability,
  message: lead.message,
  mark: lead.mark,
  marked_at: lead.markedAt
})

const percentOf = (probability: number | null): string =>
  probability === null ? "-" : `${(probability * 100).toFixed(1)} %`

export const leadTable = (found: ReadonlyArray<LeadRecord>) =>
  table(found, [
    { title: "request id", of: (lead) => lead.requestId },
    { title: "analysed", of: (lead) => when(lead.at) },
    { title: "verdict", of: (lead) => lead.verdict },
    { title: "risk", align: "right", of: (lead) => lead.riskScore },
    { title: "text", align: "right", of: (lead) => percentOf(lead.spamProbability) },
    { title: "language", of: (lead) => lead.language ?? "-" },
    { title: "mark", of: (lead) => lead.mark ?? "-" },
    { title: "source", of: (lead) => lead.source ?? "-" },
    { title: "categories", of: (lead) => lead.categories.join(", ") }
  ])

/** All that is kept of one, for the person who marks it. */
export const leadSheet = (lead: LeadRecord): string => {
  const { message } = lead
  const facts = sheet({
    request: lead.requestId,
    analysed: `${when(lead.at)} for account ${lead.accountId}`,
    verdict: lead.verdict,
    risk: lead.riskScore,
    text: lead.spamProbability === null ? "-" : `${percentOf(lead.spamProbability)} spam, by its text alone`,
    language: lead.language ?? "-",
    source: lead.source ?? "-",
    categories: lead.categories.join(", ") || "-",
    mark: lead.mark === null ? "-" : `${lead.mark}, ${when(lead.markedAt)}`
  })
  const lines = message === null
    ? ["No message of it is kept."]
    : ["Message", ...message.split(/\r\n|[\r\n]/).map((line) => `  ${printable(line)}`.trimEnd())]
  return [facts, "", ...lines].join("\n")
}
