/** Below this many bits two people could have the same shape by chance. */
export const shapeBitsMin = 32
/** Of a point that was clicked, within what was clicked: people spread over more. */
const pointBits = 8

export interface Shape {
  readonly clicked: (x: number, y: number) => void
  readonly typed: (isCorrection: boolean, flightMillis: number) => void
  /** Something else has the focus: a new run of keys begins. */
  readonly moved: () => void
  readonly restart: () => void
  /** 16 hex digits, or undefined where too little happened to tell people apart. */
  readonly text: () => string | undefined
}

/**
 * A number of 64 bits for how a session went: where within each element it was clicked to the pixel, how many keys were pressed
 * in each field and which of them corrected. A recording that is played again gives it again, however the machine delays the
 * events, as nothing in it is a time; no two people give the same. Where that is too little to tell people apart (who types
 * only), the place of the longest pause in each field is part of it. It names neither what was typed nor who did.
 */
export const shape = (): Shape => {
  let course: Hash = empty
  let pauses: Hash = empty
  let [keys, longest, longestAt] = [0, 0, 0]
  const endRun = () => {
    if (keys === 0) return
    course = added(course, -keys, 2)
    pauses = added(pauses, longestAt, Math.log2(keys))
    keys = longest = longestAt = 0
  }
  return {
    clicked: (x, y) => {
      endRun()
      course = added(course, Math.round(x) * 4_096 + Math.round(y), pointBits)
    },
    typed: (isCorrection, flightMillis) => {
      keys++
      if (isCorrection) course = added(course, keys, 2)
      if (keys > 1 && flightMillis > longest) [longest, longestAt] = [flightMillis, keys]
    },
    moved: endRun,
    restart: () => {
      course = pauses = empty
      keys = longest = longestAt = 0
    },
    text: () => {
      // As if the run ended here; it goes on.
      const ended = keys ? added(course, -keys, 2) : course
      if (ended[2] >= shapeBitsMin) return hex(ended)
      const paused = keys ? added(pauses, longestAt, Math.log2(keys)) : pauses
      return ended[2] + paused[2] >= shapeBitsMin
        ? hex([mixed(ended[0], paused[0]), mixed(ended[1], paused[1]), 0])
        : undefined
    }
  }
}

/** Two halves, and how many bits went in. */
type Hash = readonly [high: number, low: number, bits: number]

const empty: Hash = [1, 2, 0]

const added = ([high, low, bits]: Hash, value: number, more: number): Hash => [
  mixed(high, value),
  mixed(low, value),
  bits + more
]

/** The mixing of MurmurHash3 (Appleby, public domain): every bit of what is added reaches every bit. */
const mixed = (state: number, value: number): number => {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13) ^ state, 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) + Math.imul(state, 5) | 0
}

const hex = (hash: Hash): string => half(hash[0]) + half(hash[1])

const half = (value: number): string => (value >>> 0).toString(16).padStart(8, "0")
