/** UTF-16 code units that are read of one message. Of a longer one the beginning, the middle and the end are read. */
export const messageUnitsMax = 6000

/** The parts of a long message that are read: filler before or after what was meant hides nothing. */
export const sampleOf = (text: string): string => {
  if (text.length <= messageUnitsMax) return text
  const part = messageUnitsMax / 3
  const middle = (text.length - part) >>> 1
  return `${text.slice(0, part - 1)}\n${text.slice(middle, middle + part - 1)}\n${text.slice(text.length - part)}`
}
