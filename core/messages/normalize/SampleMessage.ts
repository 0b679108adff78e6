/** UTF-16 code units that are learnt of one message. Of a longer one the beginning, the middle and the end are read. */
export const messageUnitsMax = 6000

/** The parts of a long message that are learnt. */
export const sampleOf = (text: string): string => partsOf(text, messageUnitsMax)

/** UTF-16 code units that are judged of one message, blanks and runs of signs left out. */
export const judgedUnitsMax = 20_000

const partsOf = (text: string, most: number): string => {
  if (text.length <= most) return text
  const part = Math.floor(most / 3)
  const middle = (text.length - part) >>> 1
  return `${text.slice(0, part - 1)}\n${text.slice(middle, middle + part - 1)}\n${text.slice(text.length - part)}`
}

/** UTF-16 code units that are looked at to leave blanks out of a message. */
const condensedUnitsMax = 200_000

/** What is neither letter nor digit nor picture, longer than people part sentences with. */
const filling = /[^\p{L}\p{N}\p{Extended_Pictographic}]{6,}/gu

/** A sign or two of each run say as much as the run. */
const fillingKept = 4

/** What is judged of a message: where it is long, without the blanks and signs that would take the room of words. */
export const condensed = (text: string): string => {
  if (text.length <= messageUnitsMax) return text
  const words = partsOf(text, condensedUnitsMax).replace(
    filling,
    (run) => `${run.slice(0, fillingKept)}${/\n/.test(run) ? "\n" : /\s/.test(run) ? " " : ""}`
  )
  return partsOf(words, judgedUnitsMax)
}
