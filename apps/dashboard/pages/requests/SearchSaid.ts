import { requestIdIn } from "../../../../core/history/RequestQuery.ts"
import { maskedForm, type MaskedKind, searchedText } from "../../../../core/requests/SearchedText.ts"

const alike = "others that are masked alike may be among these."

const notes: Readonly<Record<MaskedKind, (masked: string) => string>> = {
  address: (masked) => `Addresses are kept masked, this one as ${masked}: ${alike}`,
  url: (masked) => `Of URLs only the host is kept, of this one ${masked}: ${alike}`,
  file: (masked) =>
    `File names are not kept, only their endings: these are all files kept as ${masked}. To find one file, search for its SHA-256 hash.`
}

/** As masked files are told apart in the lists: `3b7f45fa`, `PDF file 3b7f45fa`. */
const partOfHash = /^(?:[a-z\d]{1,5} )?(?:file )?(?=.*\d)[0-9a-f]{8,63}$/i
const wholeHash =
  "If this is a part of a file's SHA-256 hash: only the whole one is found. It stands in the details of each scan."

/** What a search finds where names are not kept whole, for above its results; null where there is nothing to say. */
export const searchSaid = (typed: string, kept: "masked" | "full" | "none"): string | null => {
  if (typed.trim() === "" || kept === "full" || searchedText(typed).fileHash !== undefined) return null
  if (kept === "none") return "This server does not keep what requests are about: only a request id finds something."
  const form = maskedForm(typed)
  return form === null ? null : notes[form.kind](form.masked)
}

/** The same where it found nothing, in place of that. */
export const nothingFoundSaid = (typed: string, kept: "masked" | "full" | "none"): string | null => {
  if (typed.trim() === "") return null
  if (searchedText(typed).fileHash !== undefined) {
    return kept === "none"
      ? "This server does not keep hashes of files."
      : "No document with this SHA-256 hash was scanned, as far as requests are kept."
  }
  if (partOfHash.test(typed.trim()) && kept !== "none") return wholeHash
  if (kept !== "masked") return searchSaid(typed, kept)
  const form = maskedForm(typed)
  return form !== null
    ? `Names are kept masked, and nothing is kept as ${form.masked}.`
    : requestIdIn(typed) === null
    ? "Names are kept masked: a whole address, a whole URL or a domain can be found, but not a part of a name."
    : null
}
