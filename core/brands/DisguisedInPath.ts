import type { Brand } from "./data/Brand.ts"
import { brandIndex } from "./data/BrandIndex.ts"
import { foldCharacters } from "./letters/Skeleton.ts"

/** Shorter names turn up in random paths. */
export const disguisedCharsMin = 5
const pathCharsMax = 2_000

/**
 * A brand whose name stands in a path with digits for letters (`/app1esubm1t/`): nobody writes it so who may use the name.
 * Random paths hold one by chance about once in ten thousand links, so that it says something of a link that stands alone.
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
