/** A host name has at most 253 characters (RFC 1035, section 2.3.4). */
export const hostCharsMax = 253
/** A scheme and a port beside it, and some room for a name that is not in ASCII. */
export const originCharsMax = 1_024

/**
 * The host name of an `Origin` header (RFC 6454, section 7): lower case, ASCII (UTS 46), without port and final dot. Null
 * where the header is absent, is `null` (a file, a sandbox, a redirect from elsewhere), or is no web origin: nobody can
 * tell then on which page the widget stands.
 */
export const hostOfOrigin = (origin: string | null): string | null => {
  if (origin === null || origin.length > originCharsMax) return null
  const host = plainOrigin.exec(origin)?.[1] ?? hostByStandard(origin)
  if (host === null) return null
  const name = host.endsWith(".") ? host.slice(0, -1) : host
  return name === "" || name.length > hostCharsMax || !hostCharacters.test(name) ? null : name
}

/**
 * An origin as browsers nearly always write it. Its last label begins with a letter: one that begins with a digit may be a number
 * (`0xa`), which makes the host an IPv4 address or invalid. A label in Punycode has to be checked.
 */
const plainOrigin = /^https?:\/\/((?!.*xn--)(?:[a-z0-9.-]*\.)?[a-z](?:[a-z0-9-]*[a-z])?)(?::\d{1,4})?$/
const webOrigin = /^https?:\/\/[^/?#@\\\s]+$/i
const hostCharacters = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/

const hostByStandard = (origin: string): string | null =>
  webOrigin.test(origin) ? URL.parse(origin)?.hostname ?? null : null

/** Whether a site lists a host name: as it is, or below a `*.` name (which does not stand for the name itself). */
export const listsHost = (hostnames: ReadonlyArray<string>, host: string): boolean =>
  hostnames.some((listed) => listed.startsWith("*.") ? isBelow(host, listed.slice(1)) : listed === host)

/** @param suffix with its dot in front */
const isBelow = (host: string, suffix: string): boolean => host.length > suffix.length && host.endsWith(suffix)
