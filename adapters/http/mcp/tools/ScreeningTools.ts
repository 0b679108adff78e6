import { Effect } from "effect"
import { bulkEmailsMax } from "../../../../core/emails/BulkLimit.ts"
import { type BulkEmailResult, type EmailResult, scanEmail, scanEmailBulk } from "../../api/Emails.ts"
import { analyzeLead, type LeadResult } from "../../api/Leads.ts"
import { submitPhishingLink } from "../../api/Phishing.ts"
import { scanUrl } from "../../api/Urls.ts"
import { type AgentTool, type ApiBody, makeTool } from "./AgentTool.ts"
import { quote } from "./Quote.ts"

const toJsonBody = (json: unknown): Effect.Effect<ApiBody> => Effect.succeed({ json })

const screenUrl = makeTool({
  name: "screen_url",
  title: "Screen a URL",
  description:
    "Checks whether a URL is known to be dangerous. Call it before you open, follow, download from or pass on any link " +
    "that comes from an email, a document, a form, a chat or a web page. `ok: false` means that a threat source lists the " +
    "URL: do not open it, and warn the user. `ok: true` means that no enforced source lists it, which is not a guarantee. " +
    "The URL itself is not fetched. To check a file, use scan_document. Costs 5 credits.",
  input: scanUrl.payload,
  endpoint: scanUrl,
  isReadOnly: true,
  isOpenWorld: false,
  toBody: toJsonBody,
  summarize: ({ ok }, { url }) =>
    ok
      ? `No enforced threat source lists ${quote(url)}.`
      : `DANGEROUS: a threat source lists ${quote(url)}. Do not open it, and warn the user.`
})

const checkEmail = makeTool({
  name: "check_email",
  title: "Check an email address",
  description:
    "Checks one email address: whether it belongs to a throwaway mail service, names a role instead of a person, belongs " +
    "to a consumer mail provider, matches the account's block rules, or contains a typo. Call it before you trust, store " +
    "or reply to an address that the user does not know. With `ip`, network and country rules are checked too. Nothing is " +
    "sent to the address. For several addresses, use check_emails. Costs 1 credit.",
  input: scanEmail.payload,
  endpoint: scanEmail,
  isReadOnly: true,
  isOpenWorld: false,
  toBody: toJsonBody,
  summarize: (result) => `${quote(result.email)}: ${describeEmail(result)}.`
})

type Signals = Omit<(typeof BulkEmailResult.Type)["results"][number], "index">

const describeEmail = (signals: Signals & Partial<typeof EmailResult.Type>): string => {
  const findings = [
    ...signals.disposable ? ["disposable (a throwaway mail service)"] : [],
    ...signals.email_blocked ? ["blocked by a rule of the account"] : [],
    ...signals.ip_blocked === true ? ["its IP address is blocked"] : [],
    ...signals.country_blocked === true ? ["the country of its IP address is blocked"] : [],
    ...signals.role_account ? ["a role address"] : [],
    ...signals.public_domain ? ["a consumer mail provider"] : [],
    ...signals.did_you_mean === null ? [] : [`probably a typo of ${quote(signals.did_you_mean)}`]
  ]
  return findings.length === 0 ? "no risk signals" : findings.join("; ")
}

/** Maximum number of addresses that the text about a batch names. The structured result contains all of them. */
export const addressesNamedMax = 20

const checkEmails = makeTool({
  name: "check_emails",
  title: "Check email addresses",
  description:
    `Checks up to ${bulkEmailsMax} email addresses in one request, with the same signals as check_email. Call it for lists: it ` +
    "counts as one request toward the rate limit. `results` contains the valid addresses and `errors` the invalid ones, each " +
    "with its `index` in your list. Costs 1 credit for each unique valid address.",
  input: scanEmailBulk.payload,
  endpoint: scanEmailBulk,
  isReadOnly: true,
  isOpenWorld: false,
  toBody: toJsonBody,
  summarize: (result) => describeBatch(result)
})

const describeBatch = ({ errors, results }: typeof BulkEmailResult.Type): string => {
  const risky = results.filter(({ disposable, did_you_mean, email_blocked }) =>
    disposable || email_blocked || did_you_mean !== null
  )
  const named = risky.slice(0, addressesNamedMax).map((one) => ` ${quote(one.email)}: ${describeEmail(one)}.`)
  const rest = risky.length > addressesNamedMax ? ` ${risky.length - addressesNamedMax} more are in \`results\`.` : ""
  return `${results.length} addresses checked, ${errors.length} invalid, ` +
    `${risky.length} disposable, blocked or with a typo.${named.join("")}${rest}`
}

const analyzeLeadTool = makeTool({
  name: "analyze_lead",
  title: "Analyze a lead",
  description:
    "Judges a message from a contact form, a sign-up or an inquiry: reputation of the sender's address, classification of " +
    "the text, and a check of every link. Call it before you answer or forward a message from a stranger, or add it to a " +
    "CRM. Give `email`, `message` or both. `verdict` is `clean` (0 to 24), `review` (25 to 79: ask the user) or `spam` (80 " +
    "to 100: do not answer and open no link). Free.",
  input: analyzeLead.payload,
  endpoint: analyzeLead,
  isReadOnly: true,
  isOpenWorld: false,
  toBody: toJsonBody,
  summarize: (result) => describeLead(result)
})

const leadAdvice = {
  clean: "No meaningful risk signals.",
  review: "Ask the user before you act on it.",
  spam: "Do not answer it, and open no link in it."
} as const

const describeLead = ({ reasons, risk_score, verdict }: typeof LeadResult.Type): string =>
  `Verdict: ${verdict} (risk ${risk_score} of 100). ${leadAdvice[verdict]}` +
  (reasons.length === 0 ? "" : ` Reasons: ${reasons.join(" ")}`)

const reportPhishingLink = makeTool({
  name: "report_phishing_link",
  title: "Report a phishing link",
  description:
    "Submits a URL that you suspect of phishing to the operator of the server, who reviews it and may block it. Call it when " +
    "the user wants to report a link, or confirms your suspicion. It gives no verdict: for that, use screen_url. Reporting " +
    "a URL again returns the first report. The URL is not fetched. Free.",
  input: submitPhishingLink.payload,
  endpoint: submitPhishingLink,
  isReadOnly: false,
  isOpenWorld: false,
  toBody: toJsonBody,
  summarize: ({ id, url }) => `Report ${id} of ${quote(url)} is stored for review by the operator.`
})

/** Tools that send JSON to an endpoint. */
export const screeningTools: ReadonlyArray<AgentTool> = [
  screenUrl,
  checkEmail,
  checkEmails,
  analyzeLeadTool,
  reportPhishingLink
]
