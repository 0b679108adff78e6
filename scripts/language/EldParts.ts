import { join } from "node:path"
import { pathToFileURL } from "node:url"

/** What of the package eld tells a language. */
export interface EldParts {
  /** ISO 639-1, by their number. */
  readonly languages: ReadonlyArray<string>
  /** The sign that stands for each byte of UTF-8 in the runs; several bytes that no run knows have the blank. */
  readonly signs: ReadonlyArray<string>
  /** A class of letters as it stands in a regular expression, of the first plane alone. */
  readonly separators: RegExp
  /** By run of signs, the blank for the bounds of a word: the weight in each language, by its number. */
  readonly runs: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** @param entry path of one of the package's entries; what lies beside it is not exported */
export const eldPartsOf = async (entry: string): Promise<EldParts> => {
  const load = (name: string) => import(pathToFileURL(join(entry, "../..", name)).href)
  const { ngramsData } = await load("ngrams/extrasmall.js")
  const { dictionary } = await load("dictionary.js")
  const { separators } = await load("regexPatterns.js")
  return { languages: Object.values(ngramsData.languages), signs: dictionary, separators, runs: ngramsData.ngrams }
}
