import type { Brand } from "./data/Brand.ts"
import { brandIndex } from "./data/BrandIndex.ts"
import { foldCharacters } from "./letters/Skeleton.ts"

/** Minimum length of a brand name that is searched for. Shorter names occur in random paths. */
export const disguisedCharsMin = 5
const pathCharsMax = 2_000

/**
 * Finds a brand name that a path spells with digits instead of letters (`/app1esubm1t/`). A brand's owner would not use
 * such a spelling. About one in 10,000 random paths matches by chance, so the result is meaningful only for a single
 * link.
 */
export const findDisguisedInPath = (path: string): Brand | null => {
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
