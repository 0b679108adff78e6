import { PdfDictionary, PdfName, type PdfValue } from "./PdfValue.ts"

/** Dictionaries within a value, that of a stream included; nesting is bounded by the lexer. */
export const everyDictionary = (value: PdfValue, look: (dictionary: PdfDictionary) => void): void => {
  if (Array.isArray(value)) { for (const one of value) everyDictionary(one, look) }
  else if (value instanceof PdfDictionary) {
    look(value)
    for (const key of value.keys()) everyDictionary(value.get(key)!, look)
  }
}

export const nameOf = (value: PdfValue | undefined): string | null => value instanceof PdfName ? value.text : null
