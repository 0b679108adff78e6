import { searchCharsMax } from "../../../../adapters/http/account/api/Page.ts"
import type { RequestsNarrowed } from "../../../../adapters/http/account/api/Requests.ts"
import { parseRequestId } from "../../../../core/history/RequestQuery.ts"
import { maskedForm, type MaskedKind, parseSearch } from "../../../../core/requests/ParseSearch.ts"
import { revealInvisible, shorten } from "../../shared/requests/Subject.ts"
import { addDays, parseDay, startOfDay } from "../../shared/time/Days.ts"

/** Query parameters of the URL: all strings, with days in the reader's time zone. */
export const filterNames = ["operation", "status", "keyId", "verdict", "text", "from", "to"] as const
export type FilterName = typeof filterNames[number]
export type FilterValues = { readonly [Name in FilterName]?: string | undefined }

/** Parses the filters. Ignores invalid values, since users can edit the URL. The range includes both days. */
export const parseFilters = (texts: FilterValues, zone: string): RequestsNarrowed => {
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

/** Explains an empty list: names the active filters and what to do. */
export const describeFilters = ({ from, keyId, operation, status, text, to, verdict }: FilterValues): string => {
  const isSet = (value: string | undefined): value is string => value !== undefined && value.trim() !== ""
  const set = [
    ...isSet(text) ? [`the search “${shorten(revealInvisible(text.trim()))}”`] : [],
    ...isSet(operation) ? ["the operation"] : [],
    ...isSet(verdict) ? ["the verdict"] : [],
    ...isSet(status) ? ["the status"] : [],
    ...isSet(keyId) ? ["the API key"] : [],
    ...isSet(from) || isSet(to) ? ["the time"] : []
  ]
  const what = set.length === 0 ? "" : `The list is narrowed by ${conjunction.format(set)}. `
  return `${what}Change ${set.length > 1 ? "one of them" : "that"}, or show all requests.`
}

const alike = "others that are masked alike may be among these."

const maskedSearchNotes: Readonly<Record<MaskedKind, (masked: string) => string>> = {
  address: (masked) => `Addresses are kept masked, this one as ${masked}: ${alike}`,
  url: (masked) => `Of URLs only the host is kept, of this one ${masked}: ${alike}`,
  file: (masked) =>
    `File names are not kept, only their endings: these are all files kept as ${masked}. To find one file, search for its SHA-256 hash.`
}

/** Matches a masked file as lists show it: `3b7f45fa`, `PDF file 3b7f45fa`. */
const partialHash = /^(?:[a-z\d]{1,5} )?(?:file )?(?=.*\d)[0-9a-f]{8,63}$/i
const partialHashNote =
  "If this is a part of a file's SHA-256 hash: only the whole one is found. It stands in the details of each scan."

/**
 * Explains what a search covers if names are not stored in full, for display above the results. Null if there is nothing to explain.
 */
export const describeSearch = (typed: string, kept: "masked" | "full" | "none"): string | null => {
  if (typed.trim() === "" || kept === "full" || parseSearch(typed).fileHash !== undefined) return null
  if (kept === "none") return "This server does not keep what requests are about: only a request id finds something."
  const form = maskedForm(typed)
  return form === null ? null : maskedSearchNotes[form.kind](form.masked)
}

/** The same explanation for a search without results. */
export const describeNoResults = (typed: string, kept: "masked" | "full" | "none"): string | null => {
  if (typed.trim() === "") return null
  if (parseSearch(typed).fileHash !== undefined) {
    return kept === "none"
      ? "This server does not keep hashes of files."
      : "No document with this SHA-256 hash was scanned, as far as requests are kept."
  }
  if (partialHash.test(typed.trim()) && kept !== "none") return partialHashNote
  if (kept !== "masked") return describeSearch(typed, kept)
  const form = maskedForm(typed)
  return form !== null
    ? `Names are kept masked, and nothing is kept as ${form.masked}.`
    : parseRequestId(typed) === null
    ? "Names are kept masked: a whole address, a whole URL or a domain can be found, but not a part of a name."
    : null
}
