import { Effect, Schema } from "effect"
import { parseWebUrl } from "../urls/WebUrl.ts"
import { documentTypeOf } from "./DocumentType.ts"

/** Neither or both of `file` and `url` (contract, section 4.1). */
export class FileXorUrl extends Schema.TaggedError<FileXorUrl>()("FileXorUrl", { message: Schema.String }) {}

/** Not a PDF or Office file (decision 12). */
export class UnsupportedDocument extends Schema.TaggedError<UnsupportedDocument>()("UnsupportedDocument", {
  message: Schema.String
}) {}

/** What this release cannot do yet. */
export class NotAvailableYet
  extends Schema.TaggedError<NotAvailableYet>()("NotAvailableYet", { message: Schema.String })
{}

export interface DocumentUpload {
  readonly file?: { readonly name: string; readonly bytes: Uint8Array } | undefined
  readonly url?: string | undefined
}

/** Every rule about what may be scanned: exactly one source, a web address, a type that is known by its bytes. */
export const checkUpload = Effect.fnUntraced(function*({ file, url }: DocumentUpload) {
  if (file !== undefined && url !== undefined) {
    return yield* new FileXorUrl({ message: "Send either file or url, not both." })
  }
  if (file === undefined && url === undefined) {
    return yield* new FileXorUrl({ message: "Send a file, or the url of one." })
  }
  if (url !== undefined) return yield* Effect.asVoid(Effect.fromResult(parseWebUrl(url)))
  if (file!.bytes.length === 0) return yield* new UnsupportedDocument({ message: "The file is empty." })
  if (documentTypeOf(file!.bytes) === null) {
    return yield* new UnsupportedDocument({
      message: "This is neither a PDF nor an Office file (Word, Excel, PowerPoint, RTF, OpenDocument)."
    })
  }
})
