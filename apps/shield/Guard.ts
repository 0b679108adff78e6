import { type ShieldDecision, writeLogEntry } from "./Decision.ts"
import { type AcceptPolicy, shouldAccept } from "./Policy.ts"
import { createVerifier, type VerifierOptions } from "./Verifier.ts"

/** Fields of a form as a body parser returns them. */
export type FormBody = Readonly<Record<string, unknown>>

/** Name of a field, or a function that returns the field's text. */
export type FieldOption = string | ((body: FormBody) => string | undefined)

export interface GuardOptions extends VerifierOptions {
  /** Name of the field that contains the token, as configured in the widget. Defaults to `shield-token`. */
  readonly tokenField?: string
  /** Name of your hidden honeypot field, which people leave empty. */
  readonly honeypotField?: string
  readonly emailField?: FieldOption
  readonly textField?: FieldOption
  readonly policy?: AcceptPolicy
}

/** Reports whether a method has no side effects. Requests with such a method are not checked. */
export const isSafeMethod = (method: string | undefined): boolean =>
  /^(?:GET|HEAD|OPTIONS|TRACE)$/i.test(method ?? "GET")

export interface GuardResult<Decision> {
  readonly decision: Decision
  /** Whether the request is accepted by the decision and by the policy. */
  readonly passes: boolean
}

/** Creates a function that verifies a form. `body` is undefined if no middleware has parsed the request body. */
export const createGuard = (options: GuardOptions) => {
  const { emailField, honeypotField, policy = {}, textField, tokenField = "shield-token" } = options
  const verify = createVerifier(options)
  return async (body: unknown, remoteAddress: string | undefined): Promise<GuardResult<ShieldDecision>> => {
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

/** Error for a form that was not parsed. The form is rejected, while a form with an empty token may pass. */
const unreadError = "unread form"
const unparsedDetail = "the body is not parsed; add a parser for this content type before Shield"

export const fieldsOf = (body: unknown): FormBody =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? body as FormBody : {}

/** Reads only own properties, because a visitor chooses the names of the fields. */
const ownField = (fields: FormBody, name: string): unknown => Object.hasOwn(fields, name) ? fields[name] : undefined

export const optionalField = (fields: FormBody, option: FieldOption | undefined): string | undefined =>
  option === undefined ? undefined : textOf(typeof option === "string" ? ownField(fields, option) : option(fields))

/** Returns the text of a field. Joins the values of a repeated field, so that all of them are checked. */
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

/** Returns the text of the honeypot. A value that is neither text nor a list counts as filled. */
const honeypotText = (value: unknown): string | undefined => {
  if (typeof value === "string") return value
  if (Array.isArray(value)) return value.map(honeypotText).find((text) => text !== undefined && text !== "")
  return value === undefined || value === null ? undefined : "filled"
}

/** Response for a visitor whose request is rejected. It omits the reason, which would help a bot. */
export interface Rejection {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const rejectionOf = ({ error: why, kind, retryAfterSeconds }: ShieldDecision): Rejection =>
  kind === "unavailable"
    ? buildRejection(
      503,
      "The form cannot be verified right now. Please try again in a few minutes.",
      retryAfterSeconds
    )
    : why === unreadError
    ? buildRejection(415, "This content type is not supported.")
    : buildRejection(403, "The form could not be verified. Please reload the page and send it again.")

export const buildRejection = (status: number, error: string, retryAfterSeconds?: number): Rejection => ({
  status,
  headers: {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    ...retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) }
  },
  body: JSON.stringify({ ok: false, error })
})

/** Parts of middleware that are the same in each framework. `Context` is the framework's request or context. */
export interface Middleware<Context, Decision> {
  readonly check: (context: Context) => Promise<GuardResult<Decision>>
  /** Makes the decision available to the handler. */
  readonly attach: (context: Context, decision: Decision) => void
  readonly rejectionOf: (decision: Decision) => Rejection
}
