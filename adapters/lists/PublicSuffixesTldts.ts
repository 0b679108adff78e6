import { Layer } from "effect"
import { getDomain, getPublicSuffix, parse } from "tldts"
import { PublicSuffixes } from "../../core/ports/PublicSuffixes.ts"

/** Host names are canonical already: the parser need not clean them. */
const options = {
  allowPrivateDomains: true,
  extractHostname: false,
  mixedInputs: false,
  validateHostname: false
} as const

/** The list that the package `tldts` carries, private section included. */
export const publicSuffixes: PublicSuffixes["Service"] = {
  registrableDomain: (host) => getDomain(host, options),
  isPublicSuffix: (host) => getPublicSuffix(host, options) === host && isListed(host),
  hasKnownTopLevel: (host) => isListed(host)
}

const isListed = (host: string): boolean => {
  const { isIcann, isPrivate } = parse(host, options)
  return isIcann === true || isPrivate === true
}

export const layer: Layer.Layer<PublicSuffixes> = Layer.succeed(PublicSuffixes, publicSuffixes)
