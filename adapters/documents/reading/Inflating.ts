import type { gunzipSync, inflateRawSync, inflateSync } from "node:zlib"

/** What came of deflated data, however damaged it was. */
export interface Inflated {
  readonly bytes: Uint8Array
  /** The data ends where it should. */
  readonly isWhole: boolean
  /** More would have come than was allowed. */
  readonly isCutOff: boolean
}

/** `inflateSync` for a zlib stream (RFC 1950), `inflateRawSync` for raw data (RFC 1951), `gunzipSync` for gzip (RFC 1952). */
export type Inflater = typeof inflateSync | typeof inflateRawSync | typeof gunzipSync

/** No deflated byte grows to more (zlib.net, "Maximum Compression Factor"). */
export const growthMax = 1032
/** Z_FINISH and Z_SYNC_FLUSH of zlib: with the latter, data that ends too early gives what it has. */
export const [finish, syncFlush] = [4, 2] as const

/** Inflates data as a whole, or says why not; `faulty`: it has a fault, and does not only end too early. */
export const attempt = (
  run: Inflater,
  bytes: Uint8Array,
  bytesMax: number,
  finishFlush: typeof finish | typeof syncFlush = syncFlush
): Uint8Array | "too large" | "broken" | "faulty" => {
  // Where streams are damaged by the thousand, to note where each fault was found takes as long as to find it.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return run(bytes, { finishFlush, maxOutputLength: Math.max(1, bytesMax) })
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null
    return code === "ERR_BUFFER_TOO_LARGE" ? "too large" : code === "Z_DATA_ERROR" ? "faulty" : "broken"
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** How much of damaged data can be read is found by halving: damage shows as soon as it is reached. */
export const longestPrefix = (run: Inflater, bytes: Uint8Array, bytesMax: number, headerBytes = 0): Uint8Array => {
  let best: Uint8Array = nothing
  let [from, to] = [headerBytes, bytes.length]
  while (from < to) {
    const middle = Math.ceil((from + to) / 2)
    const outcome = attempt(run, bytes.subarray(0, middle), bytesMax)
    if (outcome instanceof Uint8Array) {
      best = outcome
      from = middle
    } else to = middle - 1
  }
  return best
}

const nothing = new Uint8Array(0)
