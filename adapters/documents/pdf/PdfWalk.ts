import { PdfDictionary, PdfName, type PdfValue } from "./PdfValue.ts"

/**
 * Dictionaries within a value, that of a stream included, each as every kind of reader takes it; nesting is bounded by the
 * lexer.
 */
export const everyDictionary = (value: PdfValue, look: (dictionary: PdfDictionary) => void): void => {
  if (Array.isArray(value)) { for (const one of value) everyDictionary(one, look) }
  else if (value instanceof PdfDictionary) {
    for (const reading of value.readings) look(reading)
    for (const key of value.keys()) everyDictionary(value.get(key)!, look)
    for (const one of value.repeatedValues) everyDictionary(one, look)
  }
}

export const nameOf = (value: PdfValue | undefined): string | null => value instanceof PdfName ? value.text : null
