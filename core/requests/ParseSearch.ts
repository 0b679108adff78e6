import { maskSubject } from "../history/MaskSubject.ts"

/** Parsed search input. */
export interface RequestSearch {
  /** Substring of the subject, or a request id. */
  readonly text?: string
  /** The whole subject in masked form, for subjects that are stored masked. */
  readonly masked?: string
  /** SHA-256 of a scanned file in hex. Excludes the other two. */
  readonly fileHash?: string
}

/** Type of a masked subject. */
export type MaskedKind = "address" | "url" | "file"

const hash = /^(?:sha-?256:)?\s*([0-9a-f]{64})$/i
/** Extensions of scannable documents. `example.com` does not match. */
const fileName = /^[^/@]+\.(?:pdf|rtf|slk|do[ct][xm]?|xl[stab][xmb]?|p[po][tsa][xm]?|od[tsp]|ot[tsp])$/i
const urlWithoutScheme = /^[^\s/@:][^\s/@:.]*\.[^\s/@:]+(?::\d+)?\/\S*$/

/** Returns the masked form and type of a complete subject. Null for a substring, which no masked subject contains. */
export const maskedForm = (text: string): { readonly masked: string; readonly kind: MaskedKind } | null => {
  const name = text.trim()
  if (/^https?:/i.test(name) && URL.canParse(name)) return { kind: "url", masked: maskSubject(name) }
  if (/^[^\s@]+@[^\s@/]+$/.test(name)) return { kind: "address", masked: maskSubject(name) }
  if (fileName.test(name)) return { kind: "file", masked: maskSubject(name) }
  const url = `http://${name}`
  return urlWithoutScheme.test(name) && URL.canParse(url) ? { kind: "url", masked: maskSubject(url) } : null
}

/** Parses search input. */
export const parseSearch = (typed: string): RequestSearch => {
  const fileHash = hash.exec(typed.trim())?.[1]?.toLowerCase()
  if (fileHash !== undefined) return { fileHash }
  const form = maskedForm(typed)
  return form === null ? { text: typed } : { text: typed, masked: form.masked }
}
