import { maskSubject } from "./MaskSubject.ts"

/** What was found, as far as it is kept beside the request: for people who look at it later. */
export interface RequestDetails {
  /** Of a document: 0 to 100, higher is safer; of a lead the risk, higher is riskier; null of others. */
  readonly score: number | null
  readonly reasons: ReadonlyArray<RequestReason>
  /** Name and value, as in the answer. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Names of the fields that were sent, where there are several ways to ask. */
  readonly sent?: ReadonlyArray<string>
  /** Of what was refused, as `refusalKept` has it. */
  readonly refusal?: RefusalSaid
}

export interface RequestReason {
  readonly code: string
  readonly message: string
  /** A page, an object, a part of the file, an expression of a list; empty where that is the whole. */
  readonly where: string
}

/** Reasons of one request that are kept, the weightiest. */
export const reasonsKeptMax = 200
export const reasonTextCharsMax = 1_000
/** Of all that is kept of one request, as JSON. */
export const detailsCharsMax = 32_768
/** Items of a list among the facts. */
export const factItemsMax = 100

/** As text, without what is beyond the limits: the last reasons go first, and it is told how many. */
export const detailsText = ({ facts, reasons, score, ...bounded }: RequestDetails): string => {
  let kept = reasons.slice(0, reasonsKeptMax).map(shortened)
  for (;;) {
    const left = reasons.length - kept.length
    const text = JSON.stringify({
      score,
      reasons: kept,
      facts: left === 0 ? facts : { ...facts, reasons_left_out: left },
      ...bounded
    })
    if (text.length <= detailsCharsMax) return text
    if (kept.length === 0) {
      return JSON.stringify({ score, reasons: [], facts: { reasons_left_out: reasons.length }, ...bounded })
    }
    kept = kept.slice(0, kept.length >> 1)
  }
}

/** What `detailsText` wrote; null of anything else. */
export const readDetails = (text: string): RequestDetails | null => {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by `detailsText`; the storage checks it.
    return JSON.parse(text) as RequestDetails
  } catch {
    return null
  }
}

const shortened = ({ code, message, where }: RequestReason): RequestReason => ({
  code,
  message: clean(message),
  where: clean(where)
})

/** PostgreSQL's JSON holds no NUL, and no surrogate that stands alone. */
const clean = (text: string): string => text.slice(0, reasonTextCharsMax).replaceAll("\0", "\ufffd").toWellFormed()

/** What the API said when it refused a request. */
export interface RefusalSaid {
  /** As in the answer, but with nothing of what was sent. */
  readonly message: string
  /** Of a body of the wrong shape: each field, and what was said of it. */
  readonly fields: ReadonlyArray<RefusedField>
}

interface RefusedField {
  readonly name: string
  readonly messages: ReadonlyArray<string>
}

/** Of one sentence. */
export const refusalCharsMax = 500
export const refusedFieldsMax = 20
/** Of one field. */
export const fieldMessagesMax = 3
const fieldNameCharsMax = 100

/** As it may be kept, within bounds. The sentences are the program's own; an address or a URL that got into one is masked all the same. */
export const refusalKept = ({ fields, message }: RefusalSaid): RefusalSaid => ({
  message: kept(message, refusalCharsMax),
  fields: fields.slice(0, refusedFieldsMax).map(({ messages, name }) => ({
    name: kept(name, fieldNameCharsMax),
    messages: messages.slice(0, fieldMessagesMax).map((text) => kept(text, refusalCharsMax))
  }))
})

/** PostgreSQL's JSON holds no NUL, and no surrogate that stands alone. */
const kept = (text: string, charsMax: number): string =>
  text.slice(0, charsMax).replaceAll(/(?<![^\s@])[^\s@]+@[^\s@]+|https?:\/\/\S+/gi, maskSubject).replaceAll(
    "\0",
    "\ufffd"
  )
    .toWellFormed()

const namesMax = 20
const fieldName = /^[a-z][a-z_]{0,39}$/

/** Names of the fields that a body has, without their values: which of several ways was asked. */
export const sentFields = (payload: unknown): ReadonlyArray<string> =>
  typeof payload !== "object" || payload === null || Array.isArray(payload)
    ? []
    : Object.entries(payload).filter(([name, value]) => value !== undefined && fieldName.test(name))
      .slice(0, namesMax).map(([name]) => name)
