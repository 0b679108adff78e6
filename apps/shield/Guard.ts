import { type ShieldDecision, tell } from "./Decision.ts"
import { type AcceptPolicy, shouldAccept } from "./Policy.ts"
import { createVerifier, type VerifierOptions } from "./Verifier.ts"

/** Fields of a form as a body parser left them. */
export type FormBody = Readonly<Record<string, unknown>>

/** A field's name, or what finds its text among the fields. */
export type FieldOption = string | ((body: FormBody) => string | undefined)

export interface GuardOptions extends VerifierOptions {
  /** Field in which the widget puts the token; `shield-token` unless the widget was told another. */
  readonly tokenField?: string
  /** Your hidden field that people leave empty. */
  readonly honeypotField?: string
  readonly emailField?: FieldOption
  readonly textField?: FieldOption
  readonly policy?: AcceptPolicy
}

/** Methods that change nothing: a page is shown to whoever asks for it. */
export const isSafe = (method: string | undefined): boolean => /^(?:GET|HEAD|OPTIONS|TRACE)$/i.test(method ?? "GET")

export interface Guarded {
  readonly decision: ShieldDecision
  /** Whether decision and policy let the form through. */
  readonly passes: boolean
}

/**
 * Verifies forms by their fields.
 *
 * @param body undefined where no parser has read one
 */
export const createGuard = (options: GuardOptions) => {
  const { emailField, honeypotField, policy = {}, textField, tokenField = "shield-token" } = options
  const verify = createVerifier(options)
  return async (body: unknown, remoteAddress: string | undefined): Promise<Guarded> => {
    if (body === undefined) {
      tell(options.log, "body_not_parsed", remoteAddress ?? null, unparsed)
      return { decision: { accepted: false, kind: "rejected", error: unread }, passes: false }
    }
    const fields = fieldsOf(body)
    const decision = await verify({
      token: tokenOf(ownField(fields, tokenField)),
      email: optional(fields, emailField),
      text: optional(fields, textField),
      honeypot: honeypotField === undefined ? undefined : trapOf(ownField(fields, honeypotField)),
      remoteAddress
    })
    return { decision, passes: shouldAccept(decision, policy) }
  }
}

/** Not an empty token, which passes: nobody has looked whether there is one. */
const unread = "unread form"
const unparsed = "no parsed body: a parser for this kind of form has to stand before Shield"

const fieldsOf = (body: unknown): FormBody =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? body as FormBody : {}

/** Parsers make objects of names that a visitor chose: only what the form itself held counts. */
const ownField = (fields: FormBody, name: string): unknown => Object.hasOwn(fields, name) ? fields[name] : undefined

const optional = (fields: FormBody, option: FieldOption | undefined): string | undefined =>
  option === undefined ? undefined : textOf(typeof option === "string" ? ownField(fields, option) : option(fields))

/** A field that was sent several times is judged as a whole: nothing in it goes unseen. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "string"
    ? value
    : Array.isArray(value)
    ? value.filter((item) => typeof item === "string").join("\n")
    : undefined

/** The first that is not empty, where a page has several widgets in one form. */
const tokenOf = (value: unknown): string => {
  const texts = Array.isArray(value) ? value : [value]
  return texts.find((text): text is string => typeof text === "string" && text !== "") ?? ""
}

/** Whatever is in it that is not an empty text fills it, of whatever type. */
const trapOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return value
  if (Array.isArray(value)) return value.map(trapOf).find((text) => text !== undefined && text !== "")
  return value === undefined || value === null ? undefined : "filled"
}

/** What the visitor is told; nothing of why, which would teach a bot. */
export interface Refusal {
  readonly status: 403 | 415 | 503
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const refusalOf = ({ error: why, kind, retryAfterSeconds }: ShieldDecision): Refusal => {
  const isAway = kind === "unavailable"
  const error = isAway
    ? "The form cannot be checked at the moment. Please send it again in a little while."
    : why === unread
    ? "Forms of this content type are not taken here."
    : "The form could not be verified. Please reload the page and send it again."
  return {
    status: isAway ? 503 : why === unread ? 415 : 403,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      ...isAway && retryAfterSeconds !== undefined ? { "Retry-After": String(retryAfterSeconds) } : {}
    },
    body: JSON.stringify({ ok: false, error })
  }
}
