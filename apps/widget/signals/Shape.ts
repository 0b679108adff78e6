/** Below this many bits two people could have the same shape by chance. */
export const shapeBitsMin = 32
/** Of a point that was clicked, within what was clicked: people spread over more. */
const pointBits = 8
/** Where in a run of keys somebody slips. */
const correctionBits = 3

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
    ;[course, pauses] = withRun()
    keys = longest = longestAt = 0
  }
  /** As if the run of keys ended here. */
  const withRun = (): readonly [Hash, Hash] =>
    keys ? [added(course, -keys, Math.log2(keys)), added(pauses, longestAt, Math.log2(keys))] : [course, pauses]
  return {
    clicked: (x, y) => {
      endRun()
      course = added(course, Math.round(x) * 4_096 + Math.round(y), pointBits)
    },
    typed: (isCorrection, flightMillis) => {
      keys++
      if (isCorrection) course = added(course, keys, correctionBits)
      if (keys > 1 && flightMillis > longest) [longest, longestAt] = [flightMillis, keys]
    },
    moved: endRun,
    restart: () => {
      course = pauses = empty
      keys = longest = longestAt = 0
    },
    text: () => {
      const [events, rhythm] = withRun()
      const told = events.bits < shapeBitsMin ? added(events, rhythm.sum, rhythm.bits) : events
      return told.bits < shapeBitsMin ? undefined : told.sum.toString(16).padStart(16, "0")
    }
  }
}

/** Of 64 bits, and how many went in. */
interface Hash {
  readonly sum: bigint
  readonly bits: number
}

const empty: Hash = { sum: 1n, bits: 0 }

/** Multiplied by 2^64 / φ (Knuth, The Art of Computer Programming 6.4), the upper half folded into the lower before. */
const added = ({ bits, sum }: Hash, value: number | bigint, more: number): Hash => ({
  sum: BigInt.asUintN(64, (sum ^ sum >> 32n ^ BigInt(value)) * 0x9e3779b97f4a7c15n),
  bits: bits + more
})
