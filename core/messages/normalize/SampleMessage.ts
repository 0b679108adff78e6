/** UTF-16 code units used per message in training. For longer messages: the beginning, middle and end. */
export const messageUnitsMax = 6000

/** Returns the parts of a long message used in training. */
export const sampleMessage = (text: string): string => partsOf(text, messageUnitsMax)

/** UTF-16 code units classified per message, without spaces and runs of punctuation. */
export const judgedUnitsMax = 20_000

const partsOf = (text: string, unitsMax: number): string => {
  if (text.length <= unitsMax) return text
  const part = Math.floor(unitsMax / 3)
  const middle = (text.length - part) >>> 1
  return `${text.slice(0, part - 1)}\n${text.slice(middle, middle + part - 1)}\n${text.slice(text.length - part)}`
}

/** UTF-16 code units examined when condensing a message. */
const condensedUnitsMax = 200_000

/** Runs without letters, digits or emoji that are longer than normal separators. */
const separatorRun = /[^\p{L}\p{N}\p{Extended_Pictographic}]{6,}/gu

/** Characters kept of each run. More carry no information. */
const separatorCharsMax = 4

/** Returns the text to classify. Shortens runs of spaces and punctuation in long messages, so that they do not displace words. */
export const condenseMessage = (text: string): string => {
  if (text.length <= messageUnitsMax) return text
  const words = partsOf(text, condensedUnitsMax).replace(
    separatorRun,
    (run) => `${run.slice(0, separatorCharsMax)}${/\n/.test(run) ? "\n" : /\s/.test(run) ? " " : ""}`
  )
  return partsOf(words, judgedUnitsMax)
}
