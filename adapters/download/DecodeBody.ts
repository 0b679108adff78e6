import { Effect } from "effect"
import { brotliDecompress, type CompressCallback, gunzip, inflate, inflateRaw, type ZlibOptions } from "node:zlib"
import { DownloadFailed } from "../../core/threats/Download.ts"
import { tooLarge } from "./Exchange.ts"

type Decode = (bytes: Uint8Array, options: ZlibOptions, done: CompressCallback) => void

/**
 * A document as it was before its transfer. None was asked to be encoded, but some servers do it all the same. What decodes to
 * more than the limit is cut off at the limit (a bomb). Of several encodings none is decoded: each could multiply the size.
 */
export const decodeBody = (body: Uint8Array, encoding: string | undefined, bytesMax: number) => {
  const name = (encoding ?? "").trim().toLowerCase()
  if (name === "" || name === "identity") return Effect.succeed(body)
  const decode = decoderOf(name, body)
  if (decode === null) return failed("The server sends the document in an encoding other than gzip, deflate and br.")
  return Effect.callback<Uint8Array, DownloadFailed>((resume) =>
    decode(body, { maxOutputLength: bytesMax }, (error, bytes) => {
      if (error === null) {
        return resume(Effect.succeed(unshared(bytes)))
      }
      const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE"
      return resume(failed(isTooLarge ? tooLarge(bytesMax) : "The document's transfer encoding is damaged."))
    })
  )
}

/** Small results lie in memory that others use as well, and could not be given away. */
const unshared = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : Uint8Array.from(bytes)

const decoderOf = (name: string, body: Uint8Array): Decode | null => {
  switch (name) {
    case "gzip":
    case "x-gzip":
      return gunzip
    case "br":
      return brotliDecompress
    case "deflate":
      return isZlib(body) ? inflate : inflateRaw
    default:
      return null
  }
}

/** `deflate` means zlib (RFC 9110, section 8.4.1.2), but servers send the bare stream as well. The header is that of RFC 1950. */
const isZlib = ([method = 0, flags = 0]: Uint8Array): boolean =>
  (method & 15) === 8 && (method * 256 + flags) % 31 === 0

const failed = (message: string) => Effect.fail(new DownloadFailed({ message }))
