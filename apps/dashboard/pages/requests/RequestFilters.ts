import { searchCharsMax } from "../../../../adapters/http/account/api/Page.ts"
import type { RequestsQuery } from "../../../../adapters/http/account/api/Requests.ts"
import { parseRequestId } from "../../../../core/history/RequestQuery.ts"
import { maskedForm, type MaskedKind, parseSearch } from "../../../../core/requests/ParseSearch.ts"
import { revealInvisible, shorten } from "../../shared/requests/Subject.ts"
import { addDays, parseDay, startOfDay } from "../../shared/time/Days.ts"

/** Names of the query parameters in the URL. Their values are strings, and days are in the reader's time zone. */
export const filterNames = ["operation", "status", "keyId", "verdict", "text", "from", "to"] as const
export type FilterName = typeof filterNames[number]
export type FilterValues = { readonly [Name in FilterName]?: string | undefined }

/** Parses the filters. Ignores invalid values, because users can edit the URL. The range includes both days. */
export const parseFilters = (texts: FilterValues, zone: string): RequestsQuery => {
  const plain = (["operation", "keyId", "verdict", "text"] as const).flatMap((name) => {
    const text = texts[name]?.trim().slice(0, searchCharsMax) ?? ""
    return text === "" ? [] : [[name, text] as const]
  })
  const [from, to] = [parseDay(texts.from), parseDay(texts.to)]
  return {
    ...Object.fromEntries(plain),
    ...texts.status !== undefined && /^[2-5](?:\d\d|xx)$/.test(texts.status) ? { status: texts.status } : {},
    ...from === null ? {} : { from: startOfDay(from, zone) },
    ...to === null ? {} : { to: startOfDay(addDays(to, 1), zone) }
  }
}

const conjunction = new Intl.ListFormat("en-GB", { type: "conjunction" })

/** Explains an empty list: names the active filters and says what to do. */
export const describeFilters = ({ from, keyId, operation, status, text, to, verdict }: FilterValues): string => {
  const isSet = (value: string | undefined): value is string => value !== undefined && value.trim() !== ""
  const set = [
    ...isSet(text) ? [`search “${shorten(revealInvisible(text.trim()))}”`] : [],
    ...isSet(operation) ? ["operation"] : [],
    ...isSet(verdict) ? ["verdict"] : [],
    ...isSet(status) ? ["status"] : [],
    ...isSet(keyId) ? ["API key"] : [],
    ...isSet(from) || isSet(to) ? ["period"] : []
  ]
  const what = set.length === 0 ? "" : `Active filters: ${conjunction.format(set)}. `
  return `${what}Change ${set.length > 1 ? "one of them" : "the filter"}, or show all requests.`
}

const sameMaskNote = "Results may include others with the same mask."

const maskedSearchNotes: Readonly<Record<MaskedKind, (masked: string) => string>> = {
  address: (masked) => `Addresses are stored masked, this one as ${masked}. ${sameMaskNote}`,
  url: (masked) => `Only the host of a URL is stored, here ${masked}. ${sameMaskNote}`,
  file: (masked) =>
    `Only the extension of a file name is stored, so the results include all files stored as ${masked}. To find one file, search for its SHA-256 hash.`
}

/** Partial hash of a file, as lists show it: `3b7f45fa`, `PDF file 3b7f45fa`. */
const partialHash = /^(?:[a-z\d]{1,5} )?(?:file )?(?=.*\d)[0-9a-f]{8,63}$/i
const partialHashNote = "To find a file, search for its complete SHA-256 hash. The details of each scan show it."

/**
 * Explains above the results what a search covers if subjects are not stored in full. Null if no explanation is needed.
 */
export const describeSearch = (typed: string, historySubjects: "masked" | "full" | "none"): string | null => {
  if (typed.trim() === "" || historySubjects === "full" || parseSearch(typed).fileHash !== undefined) return null
  if (historySubjects === "none") {
    return "This server does not store the subjects of requests. You can only search for a request ID."
  }
  const form = maskedForm(typed)
  return form === null ? null : maskedSearchNotes[form.kind](form.masked)
}

/** Explains why a search has no results. Null if no explanation is needed. */
export const describeNoResults = (typed: string, historySubjects: "masked" | "full" | "none"): string | null => {
  if (typed.trim() === "") return null
  if (parseSearch(typed).fileHash !== undefined) {
    return historySubjects === "none"
      ? "This server does not store file hashes."
      : "No stored scan has a document with this SHA-256 hash."
  }
  if (partialHash.test(typed.trim()) && historySubjects !== "none") return partialHashNote
  if (historySubjects !== "masked") return describeSearch(typed, historySubjects)
  const form = maskedForm(typed)
  return form !== null
    ? `Addresses, URLs and file names are stored masked. None is stored as ${form.masked}.`
    : parseRequestId(typed) === null
    ? "Addresses, URLs and file names are stored masked. Search for a complete address, a complete URL or a domain. A part of one does not match."
    : null
}
