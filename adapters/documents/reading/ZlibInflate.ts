import { inflateRawSync, inflateSync } from "node:zlib"
import { attempt, growthMax, type Inflated, longestPrefix } from "./Inflating.ts"

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
const nothing = new Uint8Array(0)
