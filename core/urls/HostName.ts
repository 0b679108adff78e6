import { escapeBytes, fromByteText } from "./ByteText.ts"

/**
 * A host in the one form in which it is compared: lower case, ASCII (UTS 46), dots tidied, IP addresses in their plainest
 * form. The rules are those of the Safe Browsing and Web Risk documentation ("URLs and Hashing"), with what the v5 page adds
 * for IPv6. Null when it is in brackets and no IPv6 address.
 *
 * @param bytes fully unescaped, one character a byte
 */
export const canonicalHost = (bytes: string): string | null => {
  const tidy = tidyDots(lowerAscii(bytes))
  if (tidy.startsWith("[")) return canonicalIpv6(tidy)
  if (plainName.test(tidy)) return tidy
  const ascii = /[^\x00-\x7f]/.test(tidy) ? internationalHost(tidy) : tidy
  return parseIpv4(ascii) ?? escapeBytes(ascii)
}

/**
 * The same for a host that the URL standard has parsed, which leaves little to do: it knows IPv4 in all its forms and is in
 * lower-case ASCII, but keeps dots at the ends and repeated ones.
 */
export const canonicalBrowserHost = (hostname: string): string => {
  if (hostname.startsWith("[")) return plainestIpv6(hostname)
  if (!hostname.endsWith(".") && !hostname.startsWith(".") && !hostname.includes("..")) return hostname
  const tidy = tidyDots(hostname)
  return parseIpv4(tidy) ?? tidy
}

/** Most names: nothing to escape or to map, and no number at the end, as every form of an IPv4 address has. */
const plainName = /^(?:[a-z0-9_-]+\.)*[a-z_-][a-z0-9_-]*$/

const tidyDots = (host: string): string =>
  host.startsWith(".") || host.endsWith(".") || host.includes("..")
    ? host.split(".").filter((label) => label !== "").join(".")
    : host

/** Bytes from 0x80 are parts of other characters: they have no case of their own. */
const lowerAscii = (bytes: string): string => bytes.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** An IP address, in the form that canonical hosts have. */
export const isIpHost = (host: string): boolean => {
  const last = host.charCodeAt(host.length - 1)
  return last === 0x5d || (last >= 0x30 && last <= 0x39 && /^\d+\.\d+\.\d+\.\d+$/.test(host))
}

/** A host without `www.`, with and without which most sites answer alike. A name such as `www.com` stays whole. */
export const withoutWww = (host: string): string =>
  host.startsWith("www.") && host.includes(".", 4) ? host.slice(4) : host

/** By way of the URL standard; what it refuses stays as it is. */
const internationalHost = (bytes: string): string => {
  const text = fromByteText(bytes)
  if (text === null || /[\s/?#@:\\%[\]]/.test(text)) return bytes
  const url = URL.parse(`http://${text}/`)
  return url === null ? bytes : tidyDots(url.hostname)
}

/** Every form that `inet_aton` takes: one to four parts, decimal, octal or hexadecimal, the last filling what is left. */
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

/** No number of an address needs more digits; longer ones would lose precision. Zeros in front do not count. */
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
 * IPv4-mapped (`::ffff:0:0/96`) and NAT64 (`64:ff9b::/96`, RFC 6052) addresses become the IPv4 address they hold.
 *
 * @param host as RFC 5952 writes it
 */
const plainestIpv6 = (host: string): string => {
  const found = embeddedIpv4.exec(host)
  if (found === null) return host
  const [, mappedHigh, mappedLow, high = mappedHigh ?? "0", low = mappedLow ?? "0"] = found
  return dotted(Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16))
}

const embeddedIpv4 = /^\[(?:::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})|64:ff9b::(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})?)\]$/
