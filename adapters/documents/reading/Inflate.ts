import { gunzipSync, inflateRawSync, inflateSync } from "node:zlib"
import type { Budget } from "./Budget.ts"

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

/** Inflates gzip data (RFC 1952); null if it is none, is damaged, or exceeds the budget. */
export const gunzip = (bytes: Uint8Array, budget: Budget): Uint8Array | null => {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return null
  const inflated = attempt(gunzipSync, bytes, budget.inflatable)
  const isWhole = inflated instanceof Uint8Array
  budget.spendInflated(bytes.length, isWhole ? inflated.length : 0, inflated === "too large")
  return isWhole && inflated.length > 0 ? inflated : null
}

/**
 * Inflates a zlib stream (RFC 1950), at most `bytesMax` bytes of it. What is cut off, damaged or without its header gives as
 * much as can be had, as viewers do.
 *
 * @param canRecover asked before the part of a damaged stream is sought that can be read, which takes many times as long
 */
export const inflate = (bytes: Uint8Array, bytesMax: number, canRecover: () => boolean = () => true): Inflated => {
  if (bytes.length === 0) return { bytes: nothing, isWhole: true, isCutOff: false }
  const whole = attempt(inflateSync, bytes, bytesMax)
  if (whole instanceof Uint8Array) return { bytes: whole, isWhole: true, isCutOff: false }
  if (whole === "too large") {
    const part = attempt(inflateSync, bytes.subarray(0, Math.max(1, Math.floor(bytesMax / growthMax))), bytesMax)
    return { bytes: part instanceof Uint8Array ? part : nothing, isWhole: false, isCutOff: true }
  }
  const raw = attempt(inflateRawSync, bytes.subarray(headerBytes), bytesMax)
  if (raw instanceof Uint8Array && raw.length > 0) return { bytes: raw, isWhole: true, isCutOff: false }
  if (!canRecover()) return { bytes: nothing, isWhole: false, isCutOff: true }
  return { bytes: longestPrefix(inflateSync, bytes, bytesMax, headerBytes), isWhole: false, isCutOff: false }
}

const headerBytes = 2
