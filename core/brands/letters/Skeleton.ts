import { confusables } from "./Confusables.ts"

/** What a character of no known likeness becomes: it separates words, and is none itself. */
export const unlike = "_"

let table: ReadonlyMap<string, string> | null = null

/** Made at the first need. */
const likenesses = (): ReadonlyMap<string, string> => {
  table ??= new Map(
    confusables.split("\n").filter((row) => row !== "").flatMap((row) => {
      const [like = "", ...codes] = row.split(" ")
      return codes.map((code) => [String.fromCodePoint(Number.parseInt(code, 16)), like] as const)
    })
  )
  return table
}

const marks = /\p{M}/u

/**
 * The ASCII letters that a text looks like, lower case: after the skeleton of UTS 39, section 4, with accents dropped, since
 * nobody sees them at the size of an address bar.
 */
export const skeletonOf = (text: string): string => {
  const known = likenesses()
  let skeleton = ""
  for (const character of text.normalize("NFKD")) {
    if (character <= "\x7f") skeleton += character.toLowerCase()
    else if (!marks.test(character) && !isInvisible(character)) {
      skeleton += known.get(character) ?? known.get(character.toLowerCase()) ?? lowerAscii(character) ?? unlike
    }
  }
  return skeleton
}

/** Joiners, direction marks, soft hyphens, variation selectors: there, but not seen. */
const isInvisible = (character: string): boolean => /\p{Default_Ignorable_Code_Point}/u.test(character)

const lowerAscii = (character: string): string | undefined => {
  const lower = character.toLowerCase()
  return lower <= "\x7f" ? lower : undefined
}

/** One character that is taken for another within ASCII. `i` and `l` are one, as `I` and `l` are in most faces. */
const alike: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "i": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "8": "b"
}

const hasAlike = /[01i3458]/

/** Of the same length as the text, so that slips in it can be counted. */
export const foldCharacters = (text: string): string => {
  if (!hasAlike.test(text)) return text
  let folded = ""
  for (const character of text) folded += alike[character] ?? character
  return folded
}

/** Two letters that together look like one. */
export const foldPairs = (folded: string): string => {
  if (!pairs.test(folded)) return folded
  return folded.replaceAll(/rn|nn|rr/g, "m").replaceAll("vv", "w").replaceAll("cl", "d").replaceAll("lc", "k")
}

const pairs = /rn|nn|rr|vv|cl|lc/
