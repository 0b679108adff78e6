import { maskSubject } from "../history/MaskSubject.ts"

/** Search input after parsing. */
export interface RequestSearch {
  /** Substring of the subject, or a request ID. */
  readonly text?: string
  /** Whole subject in masked form, for subjects that are stored masked. */
  readonly masked?: string
  /** SHA-256 of a scanned file in hex. If it is present, the other fields are absent. */
  readonly fileHash?: string
}

/** Type of a masked subject. */
export type MaskedKind = "address" | "url" | "file"

const hash = /^(?:sha-?256:)?\s*([0-9a-f]{64})$/i
/** Matches file names of scannable documents. `example.com` does not match. */
const fileName = /^[^/@]+\.(?:pdf|rtf|slk|do[ct][xm]?|xl[stab][xmb]?|p[po][tsa][xm]?|od[tsp]|ot[tsp])$/i
const urlWithoutScheme = /^[^\s/@:][^\s/@:.]*\.[^\s/@:]+(?::\d+)?\/\S*$/

/**
 * Returns the masked form and type of a complete subject. Null for a part of a subject, because masked subjects do not
 * contain such parts.
 */
export const maskedForm = (text: string): { readonly masked: string; readonly kind: MaskedKind } | null => {
  const name = text.trim()
  if (/^https?:/i.test(name) && URL.canParse(name)) return { kind: "url", masked: maskSubject(name) }
  if (/^[^\s@]+@[^\s@/]+$/.test(name)) return { kind: "address", masked: maskSubject(name) }
  if (fileName.test(name)) return { kind: "file", masked: maskSubject(name) }
  const url = `http://${name}`
  return urlWithoutScheme.test(name) && URL.canParse(url) ? { kind: "url", masked: maskSubject(url) } : null
}

/** Parses search input as a file hash, or as text with its masked form. */
export const parseSearch = (typed: string): RequestSearch => {
  const fileHash = hash.exec(typed.trim())?.[1]?.toLowerCase()
  if (fileHash !== undefined) return { fileHash }
  const form = maskedForm(typed)
  return form === null ? { text: typed } : { text: typed, masked: form.masked }
}
