import type { PdfCipher } from "./PdfCipher.ts"
import type { PdfObject } from "./PdfObjects.ts"
import { nameOf, PdfDictionary, PdfString, type PdfValue } from "./PdfValue.ts"

/**
 * Returns an object with decrypted strings.
 *
 * @param encrypt encryption dictionary of the file, which is not encrypted
 */
export const decryptStrings = (object: PdfObject, encrypt: PdfValue, cipher: PdfCipher): PdfObject => {
  // The encryption dictionary and cross-reference streams are not encrypted (ISO 32000-2, section 7.5.8.2).
  const { value } = object
  const isClear = value === encrypt || value instanceof PdfDictionary && nameOf(value.get("Type")) === "XRef"
  return isClear ? object : { ...object, value: decryptValue(value, object, cipher) }
}

const decryptValue = (value: PdfValue, object: PdfObject, cipher: PdfCipher): PdfValue => {
  if (value instanceof PdfString) {
    return new PdfString(cipher.decryptString(value.bytes, object.number, object.generation))
  }
  if (Array.isArray(value)) return value.map((one) => decryptValue(one, object, cipher))
  return value instanceof PdfDictionary ? value.map((one) => decryptValue(one, object, cipher)) : value
}
