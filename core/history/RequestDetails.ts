import { maskSubject } from "./MaskSubject.ts"

/** Findings stored with a request, for later inspection. */
export interface RequestDetails {
  /** Score of a document: 0 to 100, higher is safer. For a lead, the risk: higher is riskier. Null for others. */
  readonly score: number | null
  readonly reasons: ReadonlyArray<RequestReason>
  /** Names and values as in the response. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Names of the submitted fields, if the operation accepts different inputs. */
  readonly sent?: ReadonlyArray<string>
  /** Refusal as returned by `storableRefusal`. */
  readonly refusal?: RecordedRefusal
}

export interface RequestReason {
  readonly code: string
  readonly message: string
  /** Page, object, part of the file, or list expression. Empty if it concerns the whole. */
  readonly where: string
}

/** Reasons stored per request, highest weight first. */
export const reasonsStoredMax = 200
export const reasonTextCharsMax = 1_000
/** Limit of all details of one request, in characters of JSON. */
export const detailsCharsMax = 32_768
/** Items of a list in `facts`. */
export const factItemsMax = 100

/** Serializes details within the limits. Drops the last reasons first and records the number dropped. */
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

/** Parses the output of `serializeDetails`. Returns null for anything else. */
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

/** PostgreSQL's JSON does not accept NUL or lone surrogates. */
const clean = (text: string): string => text.slice(0, reasonTextCharsMax).replaceAll("\0", "\ufffd").toWellFormed()

/** Refusal in an error response. */
export interface RecordedRefusal {
  /** Message of the response, without any request data. */
  readonly message: string
  /** For an invalid body: each field with its messages. */
  readonly fields: ReadonlyArray<RefusedField>
}

interface RefusedField {
  readonly name: string
  readonly messages: ReadonlyArray<string>
}

/** Per message. */
export const refusalCharsMax = 500
export const refusedFieldsMax = 20
/** Messages per field. */
export const fieldMessagesMax = 3
const fieldNameCharsMax = 100

/**
 * Returns a refusal within the storage limits. Messages are constants of the program; any address or URL in them is masked as a
 * precaution.
 */
export const storableRefusal = ({ fields, message }: RecordedRefusal): RecordedRefusal => ({
  message: sanitizedText(message, refusalCharsMax),
  fields: fields.slice(0, refusedFieldsMax).map(({ messages, name }) => ({
    name: sanitizedText(name, fieldNameCharsMax),
    messages: messages.slice(0, fieldMessagesMax).map((text) => sanitizedText(text, refusalCharsMax))
  }))
})

/** PostgreSQL's JSON does not accept NUL or lone surrogates. */
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
