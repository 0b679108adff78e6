import { maskSubject } from "../history/MaskSubject.ts"

/** What somebody's words can be found by. */
export interface SearchedText {
  /** A part of the subject, or a request id. */
  readonly text?: string
  /** The whole subject, as it is where names are kept masked. */
  readonly masked?: string
  /** In place of both: the digits of a scanned file's SHA-256. */
  readonly fileHash?: string
}

/** What a name that is masked stands for. */
export type MaskedKind = "address" | "url" | "file"

const hash = /^(?:sha-?256:)?\s*([0-9a-f]{64})$/i
/** Of the documents that are scanned: `example.com` ends in none of them. */
const fileName = /^[^/@]+\.(?:pdf|rtf|slk|do[ct][xm]?|xl[stab][xmb]?|p[po][tsa][xm]?|od[tsp]|ot[tsp])$/i
const urlWithoutScheme = /^[^\s/@:][^\s/@:.]*\.[^\s/@:]+(?::\d+)?\/\S*$/

/** How a whole name would be masked, and what it is; null of a part of one, which nothing masked holds. */
export const maskedForm = (text: string): { readonly masked: string; readonly kind: MaskedKind } | null => {
  const name = text.trim()
  if (/^https?:/i.test(name) && URL.canParse(name)) return { kind: "url", masked: maskSubject(name) }
  if (/^[^\s@]+@[^\s@/]+$/.test(name)) return { kind: "address", masked: maskSubject(name) }
  if (fileName.test(name)) return { kind: "file", masked: maskSubject(name) }
  const url = `http://${name}`
  return urlWithoutScheme.test(name) && URL.canParse(url) ? { kind: "url", masked: maskSubject(url) } : null
}

/** What to look for, of what somebody typed. */
export const searchedText = (typed: string): SearchedText => {
  const fileHash = hash.exec(typed.trim())?.[1]?.toLowerCase()
  if (fileHash !== undefined) return { fileHash }
  const form = maskedForm(typed)
  return form === null ? { text: typed } : { text: typed, masked: form.masked }
}
