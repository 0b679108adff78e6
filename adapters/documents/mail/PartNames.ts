import { trimEnd } from "../../../core/kernel/TrimEnd.ts"
import { extensionsByType } from "./MailTypes.ts"
import { decodeWords, type MimeField } from "./MimeField.ts"
import type { MimeHeaders } from "./MimePart.ts"

/**
 * Returns the different names of a part, the shown one first. Programs disagree about which field contains the name, and
 * about the characters that may be in it.
 */
export const partNames = (disposition: MimeField, type: MimeField, { fields }: MimeHeaders): ReadonlyArray<string> => {
  const values = (field: MimeField, name: string) => [
    field.parameters.get(name) ?? "",
    ...field.others.flatMap(([other, value]) => other === name ? [value] : [])
  ]
  const names = [
    ...values(disposition, "filename"),
    ...values(type, "name"),
    ...values(disposition, "name"),
    decodeWords(fields.get("content-name") ?? "")
  ]
  return [...new Set([...names, ...names.map(cleanName)])].filter((name) => name !== "")
}

/** Returns a name that mail programs may give to a part without one; null if its type gives it no extension. */
export const nameByType = (type: string): string | null => {
  const extension = extensionsByType.get(type)
  return extension === undefined ? null : `part.${extension}`
}

/** Removes what file systems do not store: text after a null character, stream types, quotes and final slashes. */
const cleanName = (name: string): string => {
  const stored = name.replace(/\0[^]*/, "").replace(/::\$data[^]{0,9}$/i, "").replace(/^["'\s]+/, "")
  return trimEnd(stored, (sign) => /[\\/"'\s]/.test(sign))
}
