import { join } from "node:path"
import { pathToFileURL } from "node:url"

/** Language data of the npm package eld. */
export interface EldData {
  /** ISO 639-1 codes by language number. */
  readonly languages: ReadonlyArray<string>
  /** Character that represents each UTF-8 byte in the n-grams. A blank represents all bytes that occur in no n-gram. */
  readonly signs: ReadonlyArray<string>
  /** Matches runs of characters other than letters. Only letters of the Basic Multilingual Plane count as letters. */
  readonly separators: RegExp
  /** Weights by n-gram and language number. A blank in an n-gram marks a word boundary. */
  readonly runs: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/**
 * Loads the language data from files that the package does not export.
 *
 * @param entry path of one of the package's entry points, which locates the files
 */
export const readEldData = async (entry: string): Promise<EldData> => {
  const load = (name: string) => import(pathToFileURL(join(entry, "../..", name)).href)
  const { ngramsData } = await load("ngrams/extrasmall.js")
  const { dictionary } = await load("dictionary.js")
  const { separators } = await load("regexPatterns.js")
  return { languages: Object.values(ngramsData.languages), signs: dictionary, separators, runs: ngramsData.ngrams }
}
