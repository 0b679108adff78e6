import { gunzipSync, inflateRawSync, inflateSync } from "node:zlib"
import type { Budget } from "./Budget.ts"

export interface Inflated {
  readonly bytes: Uint8Array
  /** True if the end of the compressed data was reached without an error. */
  readonly isWhole: boolean
  /** True if data beyond the limit was dropped. */
  readonly isCutOff: boolean
}

/**
 * Decompressor of Node: `inflateSync` for zlib (RFC 1950), `inflateRawSync` for raw deflate (RFC 1951), `gunzipSync`
 * for gzip (RFC 1952).
 */
export type Inflater = typeof inflateSync | typeof inflateRawSync | typeof gunzipSync

/** Maximum compression ratio of deflate (zlib.net, "Maximum Compression Factor"). */
export const deflateRatioMax = 1032
/** Flush modes of zlib: Z_FINISH and Z_SYNC_FLUSH. With Z_SYNC_FLUSH, truncated data yields the available output. */
export const [finish, syncFlush] = [4, 2] as const

/**
 * Inflates data as a whole, or returns the reason for the failure. `faulty` means that the data is damaged, not only
 * truncated.
 */
export const tryInflate = (
  run: Inflater,
  bytes: Uint8Array,
  bytesMax: number,
  finishFlush: typeof finish | typeof syncFlush = syncFlush
): Uint8Array | "too large" | "broken" | "faulty" => {
  // For thousands of damaged streams, recording stack traces would double the time.
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

/** Inflates the longest readable prefix of damaged data. Bisection finds it, because every longer prefix fails. */
export const inflateLongestPrefix = (
  run: Inflater,
  bytes: Uint8Array,
  bytesMax: number,
  headerBytes = 0
): Uint8Array => {
  let best: Uint8Array = nothing
  let [from, to] = [headerBytes, bytes.length]
  while (from < to) {
    const middle = Math.ceil((from + to) / 2)
    const outcome = tryInflate(run, bytes.subarray(0, middle), bytesMax)
    if (outcome instanceof Uint8Array) {
      best = outcome
      from = middle
    } else to = middle - 1
  }
  return best
}

const nothing = new Uint8Array(0)

/** Inflates gzip data (RFC 1952). Returns null if it is not gzip, is damaged, or exceeds the budget. */
export const gunzip = (bytes: Uint8Array, budget: Budget): Uint8Array | null => {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return null
  const inflated = tryInflate(gunzipSync, bytes, budget.inflatable)
  const isWhole = inflated instanceof Uint8Array
  budget.spendInflated(bytes.length, isWhole ? inflated.length : 0, inflated === "too large")
  return isWhole && inflated.length > 0 ? inflated : null
}

/**
 * Inflates a zlib stream (RFC 1950), to at most `bytesMax` bytes. If the data is truncated, damaged or lacks its
 * header, returns as much as possible, as viewers do.
 *
 * @param canRecover reports whether a damaged stream may be searched for its readable prefix; the search takes many
 *   times as long as inflating
 */
export const inflate = (bytes: Uint8Array, bytesMax: number, canRecover: () => boolean = () => true): Inflated => {
  if (bytes.length === 0) return { bytes: nothing, isWhole: true, isCutOff: false }
  const inflated = tryInflate(inflateSync, bytes, bytesMax)
  if (inflated instanceof Uint8Array) return { bytes: inflated, isWhole: true, isCutOff: false }
  if (inflated === "too large") {
    const part = tryInflate(
      inflateSync,
      bytes.subarray(0, Math.max(1, Math.floor(bytesMax / deflateRatioMax))),
      bytesMax
    )
    return { bytes: part instanceof Uint8Array ? part : nothing, isWhole: false, isCutOff: true }
  }
  const raw = tryInflate(inflateRawSync, bytes.subarray(headerBytes), bytesMax)
  if (raw instanceof Uint8Array && raw.length > 0) return { bytes: raw, isWhole: true, isCutOff: false }
  if (!canRecover()) return { bytes: nothing, isWhole: false, isCutOff: true }
  return { bytes: inflateLongestPrefix(inflateSync, bytes, bytesMax, headerBytes), isWhole: false, isCutOff: false }
}

const headerBytes = 2
