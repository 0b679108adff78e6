import { createClient, type EmailResult, isGatehouseError, type LeadResult } from "../../client/index.ts"
import { type ShieldLogReason, writeLogEntry } from "../../shield/Decision.ts"
import { createGuard, fieldsOf, optionalField } from "../../shield/Guard.ts"
import { type FieldOption, type FormBody, type GuardOptions, shouldReview } from "../../shield/index.ts"
import { verifyMillisMax } from "../../shield/Verifier.ts"
import type { FormDecision, FormPolicy, FormReason, Outcome } from "./FormDecision.ts"
import { logReasonOf } from "./LogReason.ts"

/** Maximum characters of a message that Gatehouse analyzes, and of other fields of a lead. */
export const messageCharsMax = 20_000
export const leadFieldCharsMax = 1_000

/** Options of Shield, and of the checks after it. `emailField` and `textField` name the fields of the lead as well. */
export interface FormOptions extends GuardOptions {
  readonly apiKey: string
  readonly nameField?: FieldOption
  readonly companyField?: FieldOption
  readonly websiteField?: FieldOption
  /** Label for the origin of the lead, such as `contact form`. */
  readonly source?: string
  /** Whether to check the address with `scanEmail`, for 1 credit. Default: true if there is an `emailField`. */
  readonly checksEmail?: boolean
  /** Whether to analyze the lead. Default: true if there is an `emailField` or a `textField`. */
  readonly analyzesLead?: boolean
  readonly policy?: FormPolicy
}

/**
 * Screens a form. `body` has the fields of the form, or is undefined if no middleware has parsed them. The promise
 * never rejects, unless a function of the options throws.
 */
export type ScreenForm = (body: unknown, remoteAddress?: string) => Promise<FormDecision>

/**
 * Creates a function that verifies Shield's token, then checks the email address and analyzes the lead, if the options
 * ask for it. A form that Shield rejects is not checked further, so bots cost no credits.
 *
 * @throws TypeError if an option is invalid
 */
export const createFormScreen = (options: FormOptions): ScreenForm => {
  const { policy = {}, timeoutMillis = verifyMillisMax } = options
  const guard = createGuard(options)
  const client = createClient({
    apiKey: options.apiKey,
    baseUrl: options.baseUrl,
    // A visitor waits for the checks.
    totalMillisMax: timeoutMillis,
    fetch: options.fetch
  })
  const hasLead = options.emailField !== undefined || options.textField !== undefined
  const { analyzesLead = hasLead, checksEmail = options.emailField !== undefined } = options

  return async (body, remoteAddress) => {
    const { decision: shield, passes } = await guard(body, remoteAddress)
    const rejected = {
      accepted: false,
      outcome: "reject",
      reasons: ["shield"],
      shield,
      email: null,
      lead: null
    } as const
    if (!passes) return rejected
    const input = readLead(fieldsOf(body), options)
    const attempt = async <Result>(name: string, call: () => Promise<Result>): Promise<Result | Problem> => {
      try {
        return await call()
      } catch (error) {
        return problemOf(error, (reason, detail) => {
          writeLogEntry(options.log, reason, remoteAddress ?? null, `${name}: ${detail}`)
        })
      }
    }
    const { email, message } = input.lead
    const [address, lead] = await Promise.all([
      checksEmail && email !== undefined ? attempt("scanEmail", () => client.scanEmail({ email })) : null,
      analyzesLead && (email !== undefined || message !== undefined)
        ? attempt("analyzeLead", () => client.analyzeLead(input.lead))
        : null
    ])
    const findings = [
      ...shouldReview(shield, policy) ? [["shield", "review"] as const] : [],
      ...emailFindings(address, policy),
      ...leadFindings(lead, policy),
      ...input.isTruncated ? [["message_truncated", "review"] as const] : []
    ]
    const outcome = worstOf(findings.map(([, outcome]) => outcome))
    return {
      accepted: outcome !== "reject",
      outcome,
      reasons: [...new Set(findings.map(([reason]) => reason))],
      shield,
      email: address === null || isProblem(address) ? null : address,
      lead: lead === null || isProblem(lead) ? null : lead
    }
  }
}

/** Returns the strictest of several outcomes. */
export const worstOf = (outcomes: ReadonlyArray<Outcome>): Outcome =>
  outcomes.includes("reject") ? "reject" : outcomes.includes("review") ? "review" : "allow"

/** Why a check has no result: the input is invalid, or Gatehouse did not check it. */
type Problem = "invalid" | "unavailable"

const isProblem = (result: EmailResult | LeadResult | Problem): result is Problem => typeof result === "string"

const problemOf = (error: unknown, log: (reason: ShieldLogReason, detail: string) => void): Problem => {
  if (!isGatehouseError(error)) throw error
  const { code, message } = error
  if (code === "unprocessable" || code === "invalid_request") return "invalid"
  log(logReasonOf(code), message)
  return "unavailable"
}

type Finding = readonly [reason: FormReason, outcome: Outcome]

const emailFindings = (email: EmailResult | Problem | null, policy: FormPolicy): ReadonlyArray<Finding> => {
  if (email === null) return []
  if (email === "invalid") return [["email_invalid", "reject"]]
  if (email === "unavailable") return [["not_checked", policy.onUnavailable ?? "allow"]]
  return [
    ...email.email_blocked ? [["email_blocked", "reject"] as const] : [],
    ...email.disposable ? [["email_disposable", policy.onDisposable ?? "allow"] as const] : []
  ]
}

const leadFindings = (lead: LeadResult | Problem | null, policy: FormPolicy): ReadonlyArray<Finding> => {
  if (lead === null) return []
  // The fields are within the limits, so an invalid lead is a fault of the server.
  if (isProblem(lead)) return [["not_checked", policy.onUnavailable ?? "allow"]]
  switch (lead.verdict) {
    case "spam":
      return [["lead_spam", policy.onSpam ?? "review"]]
    case "review":
      return [["lead_review", policy.onLeadReview ?? "review"]]
    case "clean":
      return []
  }
}

const readLead = (fields: FormBody, options: FormOptions) => {
  const text = (option: FieldOption | undefined, charsMax: number): string | undefined => {
    const value = optionalField(fields, option)?.trim()
    return value === undefined || value === "" ? undefined : truncate(value, charsMax)
  }
  const message = optionalField(fields, options.textField)
  return {
    isTruncated: message !== undefined && message.trim().length > messageCharsMax,
    lead: {
      email: text(options.emailField, leadFieldCharsMax),
      message: text(options.textField, messageCharsMax),
      name: text(options.nameField, leadFieldCharsMax),
      company: text(options.companyField, leadFieldCharsMax),
      website: websiteOf(text(options.websiteField, leadFieldCharsMax)),
      source: options.source
    }
  }
}

/** Truncates text without splitting a surrogate pair. */
const truncate = (text: string, charsMax: number): string => text.slice(0, charsMax).replace(/[\ud800-\udbff]$/, "")

/**
 * Returns a website as a URL. Adds a missing `https://`, because people leave it out. Returns undefined for other text.
 */
const websiteOf = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`
  return URL.canParse(url) && url.length <= leadFieldCharsMax ? url : undefined
}
