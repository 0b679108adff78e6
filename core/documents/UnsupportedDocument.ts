import { Effect, Schema } from "effect"
import { documentTypeOf } from "./facts/DocumentType.ts"
import { unknownContent, unreadContentOf } from "./facts/UnreadContent.ts"

/** The file is neither a PDF, an Office file nor an email message. */
export class UnsupportedDocument extends Schema.TaggedError<UnsupportedDocument>()("UnsupportedDocument", {
  message: Schema.String
}) {
  /** @param what type of the file as a phrase, for example "a Windows Installer package" */
  static of(what: string): UnsupportedDocument {
    return new UnsupportedDocument({ message: `This is ${what}, which is not supported. ${supported}` })
  }
}

/** Supported documents, as a noun phrase for messages and descriptions. */
export const supportedDocuments =
  "PDF, Word, Excel, PowerPoint, RTF or OpenDocument file, or an email message (.eml, .msg)"

const supported = `Send a ${supportedDocuments}.`

/** Fails if the bytes are not those of a supported document. */
export const checkDocument = (bytes: Uint8Array): Effect.Effect<void, UnsupportedDocument> => {
  if (bytes.length === 0) return Effect.fail(new UnsupportedDocument({ message: "The file is empty." }))
  if (documentTypeOf(bytes) !== null) return Effect.void
  const what = unreadContentOf(bytes)
  if (what !== null && what !== unknownContent) return Effect.fail(UnsupportedDocument.of(what))
  return Effect.fail(new UnsupportedDocument({ message: `This type of file is not supported. ${supported}` }))
}
