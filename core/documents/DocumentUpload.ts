import { Effect, Schema } from "effect"
import { Download } from "../threats/Download.ts"
import { parseWebUrl } from "../urls/WebUrl.ts"
import { type DocumentFile, scanDocument } from "./ScanDocument.ts"

/** Neither or both of `file` and `url` (contract, section 4.1). */
export class FileXorUrl extends Schema.TaggedError<FileXorUrl>()("FileXorUrl", { message: Schema.String }) {}

export interface DocumentUpload {
  readonly file?: DocumentFile | undefined
  readonly url?: string | undefined
}

/**
 * Scans what was sent, or what is fetched from the address that was sent: exactly one of the two. Either way nobody else needs
 * the bytes.
 */
export const scanUpload = Effect.fnUntraced(function*({ file, url }: DocumentUpload) {
  if (file !== undefined && url !== undefined) {
    return yield* new FileXorUrl({ message: "Send either file or url, not both." })
  }
  if (file !== undefined) return yield* scanDocument({ ...file, isGivenAway: true })
  if (url === undefined) return yield* new FileXorUrl({ message: "Send a file, or the url of one." })
  yield* Effect.fromResult(parseWebUrl(url))
  const { bytes, fileName, finalUrl } = yield* (yield* Download).fetch(url)
  return yield* scanDocument({ name: fileName, bytes, isGivenAway: true }, finalUrl)
})
