import { Layer } from "effect"
import { getPublicSuffix, parse } from "tldts"
import { PublicSuffixes } from "../../core/urls/PublicSuffixes.ts"

/** Host names are canonical already: the parser need not clean them. */
const options = {
  allowPrivateDomains: true,
  extractHostname: false,
  mixedInputs: false,
  validateHostname: false
} as const

/** The list that the package `tldts` carries, private section included. */
export const publicSuffixes: PublicSuffixes["Service"] = {
  registrableDomain: (host) => {
    const found = parse(host, options)
    return isListed(found) ? found.domain : null
  },
  // The cheaper look first: most names are no suffix.
  isPublicSuffix: (host) => getPublicSuffix(host, options) === host && isListed(parse(host, options)),
  hasKnownTopLevel: (host) => isListed(parse(host, options))
}

/** Without a rule that fits, the list's algorithm takes the last label for a suffix: here that counts as unknown. */
const isListed = ({ isIcann, isPrivate }: ReturnType<typeof parse>): boolean => isIcann === true || isPrivate === true

export const layer: Layer.Layer<PublicSuffixes> = Layer.succeed(PublicSuffixes, publicSuffixes)
