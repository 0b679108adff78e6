/** Maximum UTF-16 code units of a message that the training uses. */
export const messageUnitsMax = 6000

/** Returns the text of a message that the training uses. Of a long message, it uses the beginning, middle and end. */
export const sampleMessage = (text: string): string => partsOf(text, messageUnitsMax)

/** Maximum UTF-16 code units of a message that are classified, after separator runs are shortened. */
export const judgedUnitsMax = 20_000

const partsOf = (text: string, unitsMax: number): string => {
  if (text.length <= unitsMax) return text
  const part = Math.floor(unitsMax / 3)
  const middle = (text.length - part) >>> 1
  return `${text.slice(0, part - 1)}\n${text.slice(middle, middle + part - 1)}\n${text.slice(text.length - part)}`
}

/** Maximum UTF-16 code units of a message that are condensed. */
const condensedUnitsMax = 200_000

/** Matches runs without letters, digits or emoji that are longer than normal separators. */
const separatorRun = /[^\p{L}\p{N}\p{Extended_Pictographic}]{6,}/gu

/** Number of characters that are kept of each separator run. More characters add no information. */
const separatorCharsMax = 4

/** Returns the text to classify. Shortens separator runs in long messages, so that the runs do not displace words. */
export const condenseMessage = (text: string): string => {
  if (text.length <= messageUnitsMax) return text
  const words = partsOf(text, condensedUnitsMax).replace(
    separatorRun,
    (run) => `${run.slice(0, separatorCharsMax)}${/\n/.test(run) ? "\n" : /\s/.test(run) ? " " : ""}`
  )
  return partsOf(words, judgedUnitsMax)
}
