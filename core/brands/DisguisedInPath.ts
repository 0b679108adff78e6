import type { Brand } from "./data/Brand.ts"
import { brandIndex } from "./data/BrandIndex.ts"
import { foldCharacters } from "./letters/Skeleton.ts"

/** Minimum name length; shorter names occur in random paths. */
export const disguisedCharsMin = 5
const pathCharsMax = 2_000

/**
 * Finds a brand name spelled with digits for letters in a path (`/app1esubm1t/`), which its owner would not do. About
 * one in ten thousand random paths matches by chance, so the result is meaningful only for a single link.
 */
export const disguisedInPath = (path: string): Brand | null => {
  const text = path.slice(0, pathCharsMax).toLowerCase()
  if (!/[a-z]\d|\d[a-z]/.test(text)) return null
  const folded = foldCharacters(text)
  for (const { brand, characters, text: name } of brandIndex().tokens.values()) {
    if (name.length < disguisedCharsMin || !/^[a-z]+$/.test(name)) continue
    for (let at = folded.indexOf(characters); at >= 0; at = folded.indexOf(characters, at + 1)) {
      const written = text.slice(at, at + name.length)
      if (/\d/.test(written) && /[a-z]{2}/.test(written)) return brand
    }
  }
  return null
}
