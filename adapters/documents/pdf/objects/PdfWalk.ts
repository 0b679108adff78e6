import { PdfDictionary, PdfName, type PdfValue } from "./PdfValue.ts"

/**
 * Dictionaries within a value, that of a stream included, each as every kind of reader takes it; nesting is bounded by the
 * lexer.
 */
export const everyDictionary = (value: PdfValue, look: (dictionary: PdfDictionary) => void): void => {
  if (Array.isArray(value)) {
    for (const one of value) if (typeof one === "object" && one !== null) everyDictionary(one, look)
  } else if (value instanceof PdfDictionary) {
    look(value)
    const other = value.otherReading
    if (other !== null) look(other)
    for (let at = 0; at < value.size; at++) {
      const one = value.valueAt(at)
      if (typeof one === "object" && one !== null) everyDictionary(one, look)
    }
  }
}

export const nameOf = (value: PdfValue | undefined): string | null => value instanceof PdfName ? value.text : null
