import { type ShieldDecision, writeLogEntry } from "./Decision.ts"
import { type AcceptPolicy, shouldAccept } from "./Policy.ts"
import { createVerifier, type VerifierOptions } from "./Verifier.ts"

/** Fields of a form as a body parser returns them. */
export type FormBody = Readonly<Record<string, unknown>>

/** A field's name, or a function that returns its text. */
export type FieldOption = string | ((body: FormBody) => string | undefined)

export interface GuardOptions extends VerifierOptions {
  /** Field that contains the token; `shield-token` unless the widget is configured otherwise. */
  readonly tokenField?: string
  /** Your hidden honeypot field, which people leave empty. */
  readonly honeypotField?: string
  readonly emailField?: FieldOption
  readonly textField?: FieldOption
  readonly policy?: AcceptPolicy
}

/** Reports whether the method has no side effects. Those requests are not checked. */
export const isSafeMethod = (method: string | undefined): boolean =>
  /^(?:GET|HEAD|OPTIONS|TRACE)$/i.test(method ?? "GET")

export interface GuardResult {
  readonly decision: ShieldDecision
  /** Whether decision and policy accept the form. */
  readonly passes: boolean
}

/**
 * Creates a function that verifies forms by their fields.
 *
 * @param body undefined if no middleware has parsed the body
 */
export const createGuard = (options: GuardOptions) => {
  const { emailField, honeypotField, policy = {}, textField, tokenField = "shield-token" } = options
  const verify = createVerifier(options)
  return async (body: unknown, remoteAddress: string | undefined): Promise<GuardResult> => {
    if (body === undefined) {
      writeLogEntry(options.log, "body_not_parsed", remoteAddress ?? null, unparsedDetail)
      return { decision: { accepted: false, kind: "rejected", error: unreadError }, passes: false }
    }
    const fields = fieldsOf(body)
    const decision = await verify({
      token: tokenOf(ownField(fields, tokenField)),
      email: optionalField(fields, emailField),
      text: optionalField(fields, textField),
      honeypot: honeypotField === undefined ? undefined : honeypotText(ownField(fields, honeypotField)),
      remoteAddress
    })
    return { decision, passes: shouldAccept(decision, policy) }
  }
}

/** Differs from an empty token, which passes: here it is unknown whether the form contains a token. */
const unreadError = "unread form"
const unparsedDetail = "the body is not parsed; add a parser for this content type before Shield"

const fieldsOf = (body: unknown): FormBody =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? body as FormBody : {}

/** Reads own properties only: parsers create objects with names that a visitor chose. */
const ownField = (fields: FormBody, name: string): unknown => Object.hasOwn(fields, name) ? fields[name] : undefined

const optionalField = (fields: FormBody, option: FieldOption | undefined): string | undefined =>
  option === undefined ? undefined : textOf(typeof option === "string" ? ownField(fields, option) : option(fields))

/** Joins repeated fields, so that nothing in them remains unchecked. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "string"
    ? value
    : Array.isArray(value)
    ? value.filter((item) => typeof item === "string").join("\n")
    : undefined

/** Returns the first nonempty token, because a form may contain several widgets. */
const tokenOf = (value: unknown): string => {
  const texts = Array.isArray(value) ? value : [value]
  return texts.find((text): text is string => typeof text === "string" && text !== "") ?? ""
}

/** Any value other than an empty text fills the honeypot, whatever its type. */
const honeypotText = (value: unknown): string | undefined => {
  if (typeof value === "string") return value
  if (Array.isArray(value)) return value.map(honeypotText).find((text) => text !== undefined && text !== "")
  return value === undefined || value === null ? undefined : "filled"
}

/** Response to the visitor. It does not contain the reason, which would help a bot. */
export interface Rejection {
  readonly status: 403 | 415 | 503
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const rejectionOf = ({ error: why, kind, retryAfterSeconds }: ShieldDecision): Rejection => {
  const isUnavailable = kind === "unavailable"
  const error = isUnavailable
    ? "The form cannot be verified right now. Please try again in a few minutes."
    : why === unreadError
    ? "This content type is not supported."
    : "The form could not be verified. Please reload the page and send it again."
  return {
    status: isUnavailable ? 503 : why === unreadError ? 415 : 403,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      ...isUnavailable && retryAfterSeconds !== undefined ? { "Retry-After": String(retryAfterSeconds) } : {}
    },
    body: JSON.stringify({ ok: false, error })
  }
}
