import { inflateRawSync, inflateSync } from "node:zlib"

export interface Inflated {
  readonly bytes: Uint8Array
  /** The stream ends where it should. */
  readonly isWhole: boolean
  /** More would have come than `bytesMax`. */
  readonly isCutOff: boolean
}

/** No deflated byte grows to more (zlib.net, "Maximum Compression Factor"). */
const growthMax = 1032
/** Z_SYNC_FLUSH: a stream that ends too early gives what it has. */
const finishFlush = 2

type Outcome = Uint8Array | "too large" | "broken"

/**
 * Inflates a zlib stream (RFC 1950), at most `bytesMax` bytes of it. What is cut off, damaged or without its header gives as
 * much as can be had, as viewers do.
 */
export const inflate = (bytes: Uint8Array, bytesMax: number): Inflated => {
  const whole = attempt(bytes, bytesMax, inflateSync)
  if (whole instanceof Uint8Array) return { bytes: whole, isWhole: true, isCutOff: false }
  if (whole === "too large") {
    const part = attempt(bytes.subarray(0, Math.max(1, Math.floor(bytesMax / growthMax))), bytesMax, inflateSync)
    return { bytes: part instanceof Uint8Array ? part : nothing, isWhole: false, isCutOff: true }
  }
  const raw = attempt(bytes.subarray(headerBytes), bytesMax, inflateRawSync)
  if (raw instanceof Uint8Array && raw.length > 0) return { bytes: raw, isWhole: true, isCutOff: false }
  return { bytes: longestPrefix(bytes, bytesMax), isWhole: false, isCutOff: false }
}

const headerBytes = 2
const nothing = new Uint8Array(0)

const attempt = (bytes: Uint8Array, maxOutputLength: number, run: typeof inflateSync): Outcome => {
  try {
    return run(bytes, { finishFlush, maxOutputLength: Math.max(1, maxOutputLength) })
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE" ? "too large" : "broken"
  }
}

/** How much of a damaged stream can be read is found by halving: damage shows as soon as it is reached. */
const longestPrefix = (bytes: Uint8Array, bytesMax: number): Uint8Array => {
  let best: Uint8Array = nothing
  let [from, to] = [headerBytes, bytes.length]
  while (from < to) {
    const middle = Math.ceil((from + to) / 2)
    const outcome = attempt(bytes.subarray(0, middle), bytesMax, inflateSync)
    if (outcome instanceof Uint8Array) {
      best = outcome
      from = middle
    } else to = middle - 1
  }
  return best
}
