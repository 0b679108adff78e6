import { escapeBytes, fromByteText } from "./ByteText.ts"

/**
 * Returns a host in canonical form for comparison: lower case, ASCII (UTS 46), normalized dots, and IP addresses in
 * their simplest form. Follows the Safe Browsing and Web Risk documentation ("URLs and Hashing"), and the v5 page for
 * IPv6. Returns null for a host in brackets that is not an IPv6 address.
 *
 * @param bytes fully unescaped host, with one character per byte
 */
export const canonicalHost = (bytes: string): string | null => {
  const tidy = tidyDots(lowerAscii(bytes))
  if (tidy.startsWith("[")) return canonicalIpv6(tidy)
  if (plainName.test(tidy)) return tidy
  const ascii = /[^\x00-\x7f]/.test(tidy) ? internationalHost(tidy) : tidy
  return parseIpv4(ascii) ?? escapeBytes(ascii)
}

/**
 * Returns a host in canonical form like `canonicalHost`, but takes a host parsed by the URL standard. The URL parser
 * already resolves all IPv4 forms and returns lower-case ASCII, but keeps leading, trailing and repeated dots.
 */
export const canonicalBrowserHost = (hostname: string): string => {
  if (hostname.startsWith("[")) return plainestIpv6(hostname)
  if (!hostname.endsWith(".") && !hostname.startsWith(".") && !hostname.includes("..")) return hostname
  const tidy = tidyDots(hostname)
  return parseIpv4(tidy) ?? tidy
}

/**
 * Matches a name that needs no escaping or mapping. The name must not end in a number, because every form of an IPv4
 * address does. Most names match.
 */
const plainName = /^(?:[a-z0-9_-]+\.)*[a-z_-][a-z0-9_-]*$/

const tidyDots = (host: string): string =>
  host.startsWith(".") || host.endsWith(".") || host.includes("..")
    ? host.split(".").filter((label) => label !== "").join(".")
    : host

/** Converts only ASCII letters to lower case, because bytes from 0x80 on belong to multi-byte characters. */
const lowerAscii = (bytes: string): string => bytes.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Reports whether a canonical host is an IP address. */
export const isIpHost = (host: string): boolean => {
  const last = host.charCodeAt(host.length - 1)
  return last === 0x5d || (last >= 0x30 && last <= 0x39 && /^\d+\.\d+\.\d+\.\d+$/.test(host))
}

/** Removes `www.`, because most sites respond the same with and without it. A name such as `www.com` is unchanged. */
export const withoutWww = (host: string): string =>
  host.startsWith("www.") && host.includes(".", 4) ? host.slice(4) : host

/** Maps a host to ASCII with the URL parser. A host that the parser rejects is returned unchanged. */
const internationalHost = (bytes: string): string => {
  const text = fromByteText(bytes)
  if (text === null || /[\s/?#@:\\%[\]]/.test(text)) return bytes
  const url = URL.parse(`http://${text}/`)
  return url === null ? bytes : tidyDots(url.hostname)
}

/**
 * Parses every form of an IPv4 address that `inet_aton` accepts, and returns the dotted form, or null. Such forms have
 * one to four parts in decimal, octal or hexadecimal. The last part fills the remaining bytes.
 */
export const parseIpv4 = (host: string): string | null => {
  if (!/^\d[0-9a-fx.]*$/.test(host)) return null
  const parts = host.split(".", 5)
  if (parts.length > 4) return null
  let value = 0
  for (const [at, part] of parts.entries()) {
    const number = ipv4Number(part)
    const isLast = at === parts.length - 1
    if (number === null || number >= (isLast ? 256 ** (4 - at) : 256)) return null
    value += isLast ? number : number * 256 ** (3 - at)
  }
  return dotted(value)
}

/**
 * Maximum digits of a part of an IPv4 address, not counting leading zeros. Longer parts are never valid and would lose
 * precision.
 */
const ipv4DigitsMax = 11

const ipv4Number = (part: string): number | null => {
  const [, prefix, digits] = /^(0x|0(?=.))?0*([^]*)/s.exec(part) ?? []
  if (digits === undefined || digits.length > ipv4DigitsMax || part === "") return null
  if (digits === "") return 0
  if (prefix === "0x") return /^[0-9a-f]+$/.test(digits) ? Number.parseInt(digits, 16) : null
  if (prefix === "0") return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : null
  return /^\d+$/.test(digits) ? Number(digits) : null
}

const dotted = (value: number): string => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".")

const canonicalIpv6 = (host: string): string | null => {
  if (!/^\[[0-9a-f:.]+\]$/.test(host)) return null
  const url = URL.parse(`http://${host}/`)
  return url === null ? null : plainestIpv6(url.hostname)
}

/**
 * Reduces IPv4-mapped (`::ffff:0:0/96`) and NAT64 (`64:ff9b::/96`, RFC 6052) addresses to the embedded IPv4 address.
 *
 * @param host in the form of RFC 5952
 */
const plainestIpv6 = (host: string): string => {
  const found = embeddedIpv4.exec(host)
  if (found === null) return host
  const [, mappedHigh, mappedLow, high = mappedHigh ?? "0", low = mappedLow ?? "0"] = found
  return dotted(Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16))
}

const embeddedIpv4 = /^\[(?:::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})|64:ff9b::(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})?)\]$/
