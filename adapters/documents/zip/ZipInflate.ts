import { inflateRawSync } from "node:zlib"
import { attempt, finish, growthMax, type Inflated, longestPrefix } from "../reading/Inflating.ts"

/** Bytes that are sought in data that is damaged. */
export const recoveredBytesMax = 1024 * 1024

/** Inflates raw deflated data (RFC 1951), at most `bytesMax` of it; what is damaged gives what comes before. */
export const inflateRaw = (bytes: Uint8Array, bytesMax: number, canRecover: boolean): Inflated => {
  const whole = attempt(inflateRawSync, bytes, bytesMax, finish)
  if (whole instanceof Uint8Array) return { bytes: whole, isWhole: true, isCutOff: false }
  if (whole === "too large") return { bytes: fitting(bytes, bytesMax), isWhole: false, isCutOff: true }
  // A fault is one however the data end.
  const early = whole === "faulty" ? whole : attempt(inflateRawSync, bytes, bytesMax)
  if (early instanceof Uint8Array) return { bytes: early, isWhole: false, isCutOff: false }
  const part = canRecover ? longestPrefix(inflateRawSync, bytes, Math.min(bytesMax, recoveredBytesMax)) : nothing
  return { bytes: part, isWhole: false, isCutOff: early === "too large" }
}

const nothing = new Uint8Array(0)

/** How often more is tried. */
const attemptsMax = 4

/** The beginning of what is too large: as much as surely fits, then as much as should by how that has grown. */
const fitting = (bytes: Uint8Array, bytesMax: number): Uint8Array => {
  let best: Uint8Array = nothing
  let length = Math.min(bytes.length, Math.max(1, Math.floor(bytesMax / growthMax)))
  let reached = 0
  for (let tries = 0; tries < attemptsMax; tries++) {
    const part = attempt(inflateRawSync, bytes.subarray(0, length), bytesMax)
    if (part === "broken" || part === "faulty") break
    if (part instanceof Uint8Array) [best, reached] = [part, length]
    const expected = best.length === 0 ? length : Math.floor(0.9 * bytesMax * reached / best.length)
    length = part === "too large" ? (reached + length) >> 1 : Math.min(bytes.length, expected)
    if (length <= reached) break
  }
  return best
}
