import { maskSubject } from "./MaskSubject.ts"

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
