import { Layer } from "effect"
import { getPublicSuffix, parse } from "tldts"
import { PublicSuffixes } from "../../core/urls/PublicSuffixes.ts"

/** Parser options without normalization, because host names are already canonical. */
const options = {
  allowPrivateDomains: true,
  extractHostname: false,
  mixedInputs: false,
  validateHostname: false
} as const

/** Public Suffix List of the package `tldts`, including the private section. */
export const publicSuffixes: PublicSuffixes["Service"] = {
  registrableDomain: (host) => {
    const found = parse(host, options)
    return isListed(found) ? found.domain : null
  },
  // The cheaper check comes first, because most names are not suffixes.
  isPublicSuffix: (host) => getPublicSuffix(host, options) === host && isListed(parse(host, options)),
  hasKnownTopLevel: (host) => isListed(parse(host, options))
}

/**
 * Reports whether a rule of the list matched. Without a matching rule, the list's algorithm treats the last label as a
 * suffix. Here, such a suffix counts as unknown.
 */
const isListed = ({ isIcann, isPrivate }: ReturnType<typeof parse>): boolean => isIcann === true || isPrivate === true

export const layer: Layer.Layer<PublicSuffixes> = Layer.succeed(PublicSuffixes, publicSuffixes)
