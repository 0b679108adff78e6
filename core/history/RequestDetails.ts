import { maskSubject } from "./MaskSubject.ts"

/** Findings stored with a request, for later inspection. */
export interface RequestDetails {
  /** Score from 0 to 100. For a document, higher is safer; for a lead, higher is riskier. Null for other operations. */
  readonly score: number | null
  readonly reasons: ReadonlyArray<RequestReason>
  /** Facts with the names and values of the response. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Names of the submitted fields, if the operation accepts different inputs. */
  readonly sent?: ReadonlyArray<string>
  /** Refusal as returned by `storableRefusal`. */
  readonly refusal?: RecordedRefusal
}

export interface RequestReason {
  readonly code: string
  readonly message: string
  /**
   * Location that the reason refers to: page, object, part of the file, or list expression. Empty if the reason refers
   * to the whole input.
   */
  readonly where: string
}

/** Maximum reasons stored per request. The reasons with the highest weight are kept. */
export const reasonsStoredMax = 200
export const reasonTextCharsMax = 1_000
/** Maximum characters of all details of one request as JSON. */
export const detailsCharsMax = 32_768
/** Maximum items of a list in `facts`. */
export const factItemsMax = 100

/**
 * Serializes details within the limits. Drops the last reasons first, and stores the number of dropped reasons as
 * `reasons_left_out`. If the facts alone are too long, drops them too.
 */
export const serializeDetails = ({ facts, reasons, score, ...bounded }: RequestDetails): string => {
  let stored = reasons.slice(0, reasonsStoredMax).map(storableReason)
  for (;;) {
    const left = reasons.length - stored.length
    const text = JSON.stringify({
      score,
      reasons: stored,
      facts: left === 0 ? facts : { ...facts, reasons_left_out: left },
      ...bounded
    })
    if (text.length <= detailsCharsMax) return text
    if (stored.length === 0) {
      return JSON.stringify({ score, reasons: [], facts: { reasons_left_out: reasons.length }, ...bounded })
    }
    stored = stored.slice(0, stored.length >> 1)
  }
}

/** Parses the output of `serializeDetails`. Returns null for other text. */
export const parseDetails = (text: string): RequestDetails | null => {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by `serializeDetails`; the storage checks it.
    return JSON.parse(text) as RequestDetails
  } catch {
    return null
  }
}

const storableReason = ({ code, message, where }: RequestReason): RequestReason => ({
  code,
  message: clean(message),
  where: clean(where)
})

/** Shortens a text and replaces NUL and lone surrogates, which PostgreSQL's JSON does not accept. */
const clean = (text: string): string => text.slice(0, reasonTextCharsMax).replaceAll("\0", "\ufffd").toWellFormed()

/** Refusal as reported in an error response. */
export interface RecordedRefusal {
  /** Message of the response, without any request data. */
  readonly message: string
  /** Fields of an invalid body, each with its messages. */
  readonly fields: ReadonlyArray<RefusedField>
}

interface RefusedField {
  readonly name: string
  readonly messages: ReadonlyArray<string>
}

/** Maximum characters of one message. */
export const refusalCharsMax = 500
export const refusedFieldsMax = 20
/** Maximum messages per field. */
export const fieldMessagesMax = 3
const fieldNameCharsMax = 100

/**
 * Returns a refusal within the storage limits. Messages are constants of the program. As a precaution, addresses and
 * URLs in the messages are masked.
 */
export const storableRefusal = ({ fields, message }: RecordedRefusal): RecordedRefusal => ({
  message: sanitizedText(message, refusalCharsMax),
  fields: fields.slice(0, refusedFieldsMax).map(({ messages, name }) => ({
    name: sanitizedText(name, fieldNameCharsMax),
    messages: messages.slice(0, fieldMessagesMax).map((text) => sanitizedText(text, refusalCharsMax))
  }))
})

/**
 * Shortens a text and masks addresses and URLs in it. Also replaces NUL and lone surrogates, which PostgreSQL's JSON
 * does not accept.
 */
const sanitizedText = (text: string, charsMax: number): string =>
  text.slice(0, charsMax).replaceAll(/(?<![^\s@])[^\s@]+@[^\s@]+|https?:\/\/\S+/gi, maskSubject).replaceAll(
    "\0",
    "\ufffd"
  )
    .toWellFormed()

const namesMax = 20
const fieldName = /^[a-z][a-z_]{0,39}$/

/** Returns the names of a body's fields, without values, to show which input was used. */
export const submittedFieldNames = (payload: unknown): ReadonlyArray<string> =>
  typeof payload !== "object" || payload === null || Array.isArray(payload)
    ? []
    : Object.entries(payload).filter(([name, value]) => value !== undefined && fieldName.test(name))
      .slice(0, namesMax).map(([name]) => name)
