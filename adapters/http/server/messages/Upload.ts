import { Effect } from "effect"
import { MultipartParser } from "effect/http"
import { createHash, type Hash } from "node:crypto"
import { ReceivedBytes } from "../../../../core/documents/ReceivedBytes.ts"
import type { EndpointProperties } from "../../api/EndpointContract.ts"
import { InvalidRequest } from "./ErrorResponse.ts"
import { type BodyAborted, BodyTooLarge, type HttpExchange } from "./HttpExchange.ts"
import { makeFieldError } from "./Validation.ts"

/** Decoded body of a request, and its content for idempotency checks. */
export interface DecodedPayload<Value> {
  readonly value: Value
  /** Content that all requests with the same idempotency key must have in common. */
  readonly content: string
}

/** Maximum number of parts in a form, and maximum bytes of a field other than the file. */
export const formPartsMax = 10
export const formFieldBytesMax = 8 * 1024
/** Maximum bytes of a form in addition to the file: boundaries, part headers and other fields. */
export const formOverheadBytesMax = 64 * 1024
export const filenameCharsMax = 255

/** Reads multipart/form-data (RFC 7578) into memory. Fails if the form exceeds the endpoint's limit. */
export const readUpload = Effect.fnUntraced(function*(
  exchange: HttpExchange,
  contract: Pick<EndpointProperties, "bodyBytesMax">
): Effect.fn.Return<DecodedPayload<ReceivedForm>, BodyTooLarge | BodyAborted | InvalidRequest> {
  const contentType = exchange.header("content-type") ?? ""
  if (mediaType(contentType) !== "multipart/form-data") {
    return yield* invalidRequest("body", "The body must be multipart/form-data.")
  }
  const files: Array<ReceivedFile> = []
  const hasIdempotencyKey = exchange.header("idempotency-key") !== undefined
  const bytesExpected = Number(exchange.header("content-length") ?? NaN) || undefined
  const urls: Array<string> = []
  let problem: MultipartParser.MultipartError | undefined
  const parser = MultipartParser.make({
    headers: { "content-type": contentType },
    maxParts: formPartsMax,
    maxFieldSize: formFieldBytesMax,
    isFile: (info) => info.name === "file",
    onField: (info, value) => {
      if (info.name === "url") urls.push(MultipartParser.decodeField(info, value))
    },
    onFile: (info) => {
      const digest = hasIdempotencyKey ? createHash("sha256") : null
      const file: ReceivedFile = { name: info.filename ?? "", received: null, isTooLarge: false, digest }
      files.push(file)
      return (chunk) => {
        if (chunk === null) return
        file.received ??= new ReceivedBytes(contract.bodyBytesMax, files.length === 1 ? bytesExpected : undefined)
        if (!file.received.add(chunk)) file.isTooLarge = true
        // Hashes each chunk on arrival, because hashing a large file at once would block other requests.
        digest?.update(chunk)
      }
    },
    onError: (error) => problem ??= error,
    onDone: () => {}
  })
  yield* exchange.readBody(contract.bodyBytesMax + formOverheadBytesMax, (chunk) => {
    if (problem === undefined) parser.write(chunk)
  })
  if (problem === undefined) parser.end()
  // The limit is checked here, because the parser's limit would count the part headers in addition to the file.
  if (files.some(({ isTooLarge }) => isTooLarge)) {
    return yield* new BodyTooLarge({ bytesMax: contract.bodyBytesMax })
  }
  if (problem !== undefined) {
    return yield* invalidRequest("body", `The form cannot be read: ${describeProblem(problem)}.`)
  }
  // Ignores file fields without a selected file. They have an empty name and no bytes (HTML, section 4.10.22.4).
  const chosen = files.filter(({ name, received }) => name !== "" || received !== null && received.length > 0)
  if (chosen.length > 1) return yield* invalidRequest("file", "Send the file field at most once.")
  if (urls.length > 1) return yield* invalidRequest("url", "Send the url field at most once.")
  return toPayload(chosen[0], urls[0])
})

/** Fields of the form that contain a value. */
interface ReceivedForm {
  readonly file?: { readonly name: string; readonly bytes: Uint8Array }
  readonly url?: string
}

interface ReceivedFile {
  readonly name: string
  /** Received bytes; null until the first byte arrives. */
  received: ReceivedBytes | null
  isTooLarge: boolean
  /** Digest for comparing requests with the same idempotency key; null without a key. */
  readonly digest: Hash | null
}

const toPayload = (
  file: ReceivedFile | undefined,
  url: string | undefined
): DecodedPayload<ReceivedForm> => {
  const bytes = file?.received?.bytes() ?? new Uint8Array(0)
  const digest = file?.digest?.digest("hex") ?? ""
  return {
    // Idempotency compares this content. The raw body is unsuitable, because each request has a different boundary.
    content: `${digest} ${file?.name ?? ""} ${url ?? ""}`,
    value: {
      ...file === undefined ? {} : { file: { name: baseName(file.name), bytes } },
      ...url === undefined || url === "" ? {} : { url }
    }
  }
}

/** Returns the file name without folders, which some clients send, and without control characters. */
const baseName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? "").replaceAll(/\p{Cc}/gu, "").slice(0, filenameCharsMax)

const describeProblem = (error: MultipartParser.MultipartError): string =>
  error._tag === "ReachedLimit"
    ? error.limit === "MaxParts"
      ? `it has more than ${formPartsMax} parts`
      : `a field is longer than ${formFieldBytesMax} bytes`
    : error._tag === "InvalidBoundary"
    ? "the boundary is missing"
    : error._tag === "EndNotReached"
    ? "it is incomplete"
    : "the headers of a part are invalid"

const invalidRequest = (field: string, message: string) => new InvalidRequest({ error: makeFieldError(field, message) })

/** Returns the media type without parameters: `application/json` for `application/json; charset=utf-8`. */
export const mediaType = (header: string | undefined): string => {
  if (header === undefined) return ""
  const end = header.indexOf(";")
  return (end < 0 ? header : header.slice(0, end)).trim().toLowerCase()
}
