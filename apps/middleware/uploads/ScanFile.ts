import {
  type Client,
  createClient,
  type DocumentResult,
  type GatehouseFailure,
  isGatehouseError
} from "../../client/index.ts"
import { toStream } from "../../client/RequestBody.ts"
import { writeLogEntry } from "../../shield/Decision.ts"
import type { Outcome } from "../forms/FormDecision.ts"
import { logReasonOf } from "../forms/LogReason.ts"
import type { ReceivedFile } from "./FormReader.ts"
import type { UploadOptions } from "./ReceiveUpload.ts"
import type { ScanState, UploadedFile } from "./Upload.ts"

/** Time limit in milliseconds for a scan whose file arrives slowly. */
export const scanMillisMax = 900_000
/** Default of the time in milliseconds that a visitor waits for the scan after the file has arrived. */
export const waitMillisMaxDefault = 30_000
/**
 * Maximum number of retries of a scan. The server ends a request that takes more than 60 seconds to arrive, and a retry
 * sends the request again.
 */
export const scanRetriesMax = 5

export interface ScannedFile {
  readonly file: UploadedFile
  readonly retryAfterSeconds: number | null
}

export type ScanFile = (
  file: ReceivedFile,
  signal: AbortSignal,
  remoteAddress: string | undefined
) => Promise<ScannedFile>

/**
 * Creates a function that scans a file while it arrives. The returned promise rejects if the signal aborts or the file
 * does not arrive completely.
 */
export const createFileScanner = (options: UploadOptions): ScanFile => {
  const client = createClient({
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    totalMillisMax: scanMillisMax,
    retriesMax: scanRetriesMax,
    fetch: options.fetch
  })
  const waitMillisMax = options.waitMillisMax ?? waitMillisMaxDefault
  return async (file, signal, remoteAddress) => {
    const { buffer, field, name, type } = file
    const late = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    buffer.onComplete(() => {
      timer = setTimeout(() => late.abort(), waitMillisMax)
    })
    const { result, retryAfterSeconds, state } = await scan(client, file, signal, late.signal, (code, detail) => {
      writeLogEntry(options.log, logReasonOf(code), remoteAddress ?? null, `scanDocument: ${detail}`)
    })
    clearTimeout(timer)
    return {
      retryAfterSeconds,
      file: {
        field,
        name,
        type,
        get size() {
          return buffer.size
        },
        state,
        scan: result,
        outcome: outcomeOf(state, result, options),
        stream: () => toStream(buffer.read()),
        bytes: () => buffer.bytes()
      }
    }
  }
}

interface Scan {
  readonly state: ScanState
  readonly result: DocumentResult | null
  readonly retryAfterSeconds: number | null
}

const scan = async (
  client: Client,
  { buffer, name }: ReceivedFile,
  signal: AbortSignal,
  late: AbortSignal,
  log: (code: GatehouseFailure["code"], detail: string) => void
): Promise<Scan> => {
  try {
    const filename = name === "" ? undefined : name
    const result = await client.scanDocument({ file: () => buffer.read(), filename }, {
      signal: AbortSignal.any([signal, late])
    })
    return { state: "scanned", result, retryAfterSeconds: null }
  } catch (error) {
    if (!isGatehouseError(error) || signal.aborted || error.code === "source_failed") throw error
    const state = unscannableCodes.has(error.code) ? "unscannable" : "unavailable"
    if (error.code === "aborted") log("timeout", "The scan took too long after the file had arrived.")
    else if (state === "unavailable") log(error.code, error.message)
    const retryAfterSeconds = error.name === "ResponseError" ? error.retryAfterSeconds : null
    return { state, result: null, retryAfterSeconds }
  }
}

/** Codes for a file that another attempt cannot scan either: it is not a document, damaged, or too large. */
const unscannableCodes: ReadonlySet<string> = new Set(["unprocessable", "invalid_request", "too_large"])

const outcomeOf = (state: ScanState, result: DocumentResult | null, options: UploadOptions): Outcome => {
  if (state === "unavailable") return options.onUnavailable ?? "reject"
  if (result === null) return options.onUnscannable ?? "reject"
  return result.rating === "ok" ? "allow" : result.rating === "warn" ? options.onWarn ?? "review" : "reject"
}
