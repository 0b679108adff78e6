import type { BrandIndex, OwnDomain } from "./data/BrandIndex.ts"
import type { Likeness } from "./Lookalike.ts"

const dottedScore = 0.97
const hyphenatedScore = 0.95

/**
 * A brand's domain within a host of somebody else's: `paypal.com.example.net`, `www-paypal-com.example.net`. What reads a host
 * from its beginning, as people do, stops there.
 *
 * @param suffixLabels labels after the name, which no owner's domain may reach into: `paypal.com.br` is a name by itself
 */
export const embeddedDomain = (host: string, suffixLabels: number, index: BrandIndex): Likeness | null => {
  const labels = host.split(".")
  const front = labels.slice(0, labels.length - suffixLabels).join(".")
  const parts = front.split(/[.-]/)
  let best: Likeness | undefined
  let [start, length] = [0, 0]
  for (let at = 0; at < parts.length; at++) {
    for (const own of index.domains.get(parts[at]!) ?? []) {
      if (own.parts.length > parts.length - at || !own.parts.every((part, along) => part === parts[at + along])) {
        continue
      }
      const written = front.slice(start, start + own.domain.length)
      const score = written === own.domain ? dottedScore : isKnownHyphenated(own) ? hyphenatedScore : 0
      if (score > (best?.score ?? 0) || (score === best?.score && written.length > length)) {
        length = written.length
        const evidence = `${written} stands within the name, which belongs to somebody else.`
        best = { brand: own.brand, rule: "embedded domain", score, evidence }
      }
    }
    start += parts[at]!.length + 1
  }
  return best ?? null
}

/** Hyphens stand between words too: of `apple-it` nobody knows that `apple.it` was meant. */
const isKnownHyphenated = ({ brand, domain, isToken, parts }: OwnDomain): boolean =>
  isToken && (domain.endsWith(".com") || parts.length > 2 || (domain === brand.domains[0] && !brand.isWord))
