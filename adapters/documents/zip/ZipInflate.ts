import { inflateRawSync } from "node:zlib"

/** Bytes that are sought in data that is damaged. */
export const recoveredBytesMax = 1024 * 1024

export interface Inflated {
  readonly bytes: Uint8Array
  readonly isWhole: boolean
  /** More would have come. */
  readonly isCutOff: boolean
}

/** Z_FINISH and Z_SYNC_FLUSH of zlib: with the latter, data that ends too early gives what it has. */
const [finish, syncFlush] = [4, 2]

type Outcome = Uint8Array | "too large" | "broken"

/** Inflates raw deflated data (RFC 1951), at most `bytesMax` of it; what is damaged gives what comes before. */
export const inflateRaw = (bytes: Uint8Array, bytesMax: number, canRecover: boolean): Inflated => {
  const whole = attempt(bytes, bytesMax, finish)
  if (whole instanceof Uint8Array) return { bytes: whole, isWhole: true, isCutOff: false }
  if (whole === "too large") return { bytes: fitting(bytes, bytesMax), isWhole: false, isCutOff: true }
  const early = attempt(bytes, bytesMax, syncFlush)
  if (early instanceof Uint8Array) return { bytes: early, isWhole: false, isCutOff: false }
  const part = canRecover ? prefix(bytes, Math.min(bytesMax, recoveredBytesMax)) : nothing
  return { bytes: part, isWhole: false, isCutOff: early === "too large" }
}

const nothing = new Uint8Array(0)

const attempt = (bytes: Uint8Array, bytesMax: number, finishFlush: number): Outcome => {
  try {
    return inflateRawSync(bytes, { finishFlush, maxOutputLength: Math.max(1, bytesMax) })
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE" ? "too large" : "broken"
  }
}

/** No deflated byte grows to more (zlib.net, "Maximum Compression Factor"). */
const growthMax = 1032
/** How often more is tried. */
const attemptsMax = 4

/** The beginning of what is too large: as much as surely fits, then as much as should by how that has grown. */
const fitting = (bytes: Uint8Array, bytesMax: number): Uint8Array => {
  let best: Uint8Array = nothing
  let length = Math.min(bytes.length, Math.max(1, Math.floor(bytesMax / growthMax)))
  let reached = 0
  for (let tries = 0; tries < attemptsMax; tries++) {
    const part = attempt(bytes.subarray(0, length), bytesMax, syncFlush)
    if (part === "broken") break
    if (part instanceof Uint8Array) [best, reached] = [part, length]
    const expected = best.length === 0 ? length : Math.floor(0.9 * bytesMax * reached / best.length)
    length = part === "too large" ? (reached + length) >> 1 : Math.min(bytes.length, expected)
    if (length <= reached) break
  }
  return best
}

/** How much of damaged data can be read is found by halving: damage shows as soon as it is reached. */
const prefix = (bytes: Uint8Array, bytesMax: number): Uint8Array => {
  let best: Uint8Array = nothing
  let [from, to] = [0, bytes.length]
  while (from < to) {
    const middle = Math.ceil((from + to) / 2)
    const outcome = attempt(bytes.subarray(0, middle), bytesMax, syncFlush)
    if (outcome instanceof Uint8Array) {
      best = outcome
      from = middle
    } else to = middle - 1
  }
  return best
}
