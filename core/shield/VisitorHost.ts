/** Maximum characters of a host name (RFC 1035, section 2.3.4). */
export const hostCharsMax = 253
/** Maximum characters of an origin: room for a scheme, a port and a host name that is not ASCII. */
export const originCharsMax = 1_024

/**
 * Returns the host name of an `Origin` header (RFC 6454, section 7) in lower-case ASCII (UTS 46). The port and a final
 * dot are removed. Returns null if the header is absent, `null` (file, sandbox, cross-origin redirect) or not a web
 * origin, because the host of the page is then unknown.
 */
export const hostOfOrigin = (origin: string | null): string | null => {
  if (origin === null || origin.length > originCharsMax) return null
  const host = plainOrigin.exec(origin)?.[1] ?? parseOriginHost(origin)
  if (host === null) return null
  const name = host.endsWith(".") ? host.slice(0, -1) : host
  return name === "" || name.length > hostCharsMax || !hostCharacters.test(name) ? null : name
}

/**
 * Matches the usual form of an origin, which needs no URL parser. The last label must start with a letter, because a
 * number (`0xa`) would make the host an IPv4 address or invalid. The URL parser must validate Punycode labels.
 */
const plainOrigin = /^https?:\/\/((?!.*xn--)(?:[a-z0-9.-]*\.)?[a-z](?:[a-z0-9-]*[a-z])?)(?::\d{1,4})?$/
const webOrigin = /^https?:\/\/[^/?#@\\\s]+$/i
const hostCharacters = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/

const parseOriginHost = (origin: string): string | null =>
  webOrigin.test(origin) ? URL.parse(origin)?.hostname ?? null : null

/** Reports whether a site lists a host name, exactly or by a `*.` wildcard. A wildcard does not match its base name. */
export const matchesHostnames = (hostnames: ReadonlyArray<string>, host: string): boolean =>
  hostnames.some((listed) => listed.startsWith("*.") ? isBelow(host, listed.slice(1)) : listed === host)

/** @param suffix domain with a leading dot */
const isBelow = (host: string, suffix: string): boolean => host.length > suffix.length && host.endsWith(suffix)
