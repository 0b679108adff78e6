import { Effect } from "effect"
import { MultipartParser } from "effect/http"
import { createHash, type Hash } from "node:crypto"
import { ReceivedBytes } from "../../../../core/documents/ReceivedBytes.ts"
import type { Contract } from "../../api/EndpointContract.ts"
import { type BodyAborted, BodyTooLarge, type Exchange } from "./Exchange.ts"
import { InvalidRequest } from "./Refusal.ts"
import { invalidField } from "./Validation.ts"

/** A body, and the value in it. */
export interface ReadPayload<Value> {
  readonly value: Value
  /** What an idempotency key is compared by. */
  readonly content: string
}

/** Parts of a form, and bytes of a field that is not the file. */
export const partsMax = 10
export const fieldBytesMax = 8 * 1024
/** Boundaries, part headers and fields beside the file itself. */
export const envelopeBytesMax = 64 * 1024
export const filenameCharsMax = 255

/** Reads multipart/form-data (RFC 7578) into memory, at most the endpoint's limit; what exceeds it is not read. */
export const readUpload = Effect.fnUntraced(function*(
  exchange: Exchange,
  contract: Pick<Contract, "bodyBytesMax">
): Effect.fn.Return<ReadPayload<ReceivedForm>, BodyTooLarge | BodyAborted | InvalidRequest> {
  const contentType = exchange.header("content-type") ?? ""
  if (mediaType(contentType) !== "multipart/form-data") {
    return yield* invalid("body", "The body must be multipart/form-data.")
  }
  const files: Array<ReceivedFile> = []
  const isCompared = exchange.header("idempotency-key") !== undefined
  const bytesExpected = Number(exchange.header("content-length") ?? NaN) || undefined
  const urls: Array<string> = []
  let problem: MultipartParser.MultipartError | undefined
  const parser = MultipartParser.make({
    headers: { "content-type": contentType },
    maxParts: partsMax,
    maxFieldSize: fieldBytesMax,
    isFile: (info) => info.name === "file",
    onField: (info, value) => {
      if (info.name === "url") urls.push(MultipartParser.decodeField(info, value))
    },
    onFile: (info) => {
      const digest = isCompared ? createHash("sha256") : null
      const file: ReceivedFile = { name: info.filename ?? "", received: null, isTooLarge: false, digest }
      files.push(file)
      return (piece) => {
        if (piece === null) return
        file.received ??= new ReceivedBytes(contract.bodyBytesMax, files.length === 1 ? bytesExpected : undefined)
        if (!file.received.add(piece)) file.isTooLarge = true
        // As it comes: to hash a large file at once would hold up everybody else.
        digest?.update(piece)
      }
    },
    onError: (error) => problem ??= error,
    onDone: () => {}
  })
  yield* exchange.readBody(contract.bodyBytesMax + envelopeBytesMax, (piece) => {
    if (problem === undefined) parser.write(piece)
  })
  if (problem === undefined) parser.end()
  // The parser would count a part's headers as well: the limit is the file's.
  if (files.some(({ isTooLarge }) => isTooLarge)) {
    return yield* new BodyTooLarge({ bytesMax: contract.bodyBytesMax })
  }
  if (problem !== undefined) return yield* invalid("body", `The form cannot be read: ${problemText(problem)}.`)
  // HTML, section 4.10.22.4: a file field in which nothing was chosen is sent without a name and without bytes.
  const chosen = files.filter(({ name, received }) => name !== "" || received !== null && received.length > 0)
  if (chosen.length > 1) return yield* invalid("file", "The file field may be given once.")
  if (urls.length > 1) return yield* invalid("url", "The url field may be given once.")
  return outcomeOf(chosen[0], urls[0])
})

/** The fields of the form that were filled in. */
interface ReceivedForm {
  readonly file?: { readonly name: string; readonly bytes: Uint8Array }
  readonly url?: string
}

interface ReceivedFile {
  readonly name: string
  /** Null until the first of its bytes. */
  received: ReceivedBytes | null
  isTooLarge: boolean
  /** Where an idempotency key is compared by it. */
  readonly digest: Hash | null
}

const outcomeOf = (
  file: ReceivedFile | undefined,
  url: string | undefined
): ReadPayload<ReceivedForm> => {
  const bytes = file?.received?.bytes() ?? new Uint8Array(0)
  const digest = file?.digest?.digest("hex") ?? ""
  return {
    // An idempotency key is compared by this: boundaries differ between two sendings of the same form.
    content: `${digest} ${file?.name ?? ""} ${url ?? ""}`,
    value: {
      ...file === undefined ? {} : { file: { name: baseName(file.name), bytes } },
      ...url === undefined || url === "" ? {} : { url }
    }
  }
}

/** Some clients send a path; only its last part is a name. Control characters have no place in one. */
const baseName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? "").replaceAll(/\p{Cc}/gu, "").slice(0, filenameCharsMax)

const problemText = (error: MultipartParser.MultipartError): string =>
  error._tag === "ReachedLimit"
    ? error.limit === "MaxParts"
      ? `it has more than ${partsMax} parts`
      : `a field is longer than ${fieldBytesMax} bytes`
    : error._tag === "InvalidBoundary"
    ? "the boundary is missing"
    : error._tag === "EndNotReached"
    ? "it ends too early"
    : "a part has no valid headers"

const invalid = (field: string, message: string) => new InvalidRequest({ invalid: invalidField(field, message) })

/** `application/json; charset=utf-8` → `application/json`. */
export const mediaType = (header: string | undefined): string => {
  if (header === undefined) return ""
  const end = header.indexOf(";")
  return (end < 0 ? header : header.slice(0, end)).trim().toLowerCase()
}
