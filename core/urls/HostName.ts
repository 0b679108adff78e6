import { escapeBytes, fromByteText } from "./ByteText.ts"

/**
 * A host in the one form in which it is compared: lower case, ASCII (UTS 46), dots tidied, IP addresses in their plainest
 * form. The rules are those of the Safe Browsing and Web Risk documentation ("URLs and Hashing"), with what the v5 page adds
 * for IPv6.
 *
 * @param bytes fully unescaped, one character a byte
 */
export const canonicalHost = (bytes: string): string => {
  const tidy = tidyDots(lowerAscii(bytes))
  if (tidy.startsWith("[")) return canonicalIpv6(tidy) ?? escapeBytes(tidy)
  const address = parseIpv4(tidy)
  if (address !== null) return address
  const ascii = /[^\x00-\x7f]/.test(tidy) || tidy.includes("xn--") ? internationalHost(tidy) : tidy
  return parseIpv4(ascii) ?? escapeBytes(ascii)
}

const tidyDots = (host: string): string => host.split(".").filter((label) => label !== "").join(".")

/** Bytes from 0x80 are parts of other characters: they have no case of their own. */
const lowerAscii = (bytes: string): string => bytes.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

export const isIpHost = (host: string): boolean => host.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(host)

/** By way of the URL standard; what it refuses stays as it is. */
const internationalHost = (bytes: string): string => {
  const text = fromByteText(bytes)
  if (text === null || /[\s/?#@:\\%[\]]/.test(text)) return bytes
  const address = `http://${text}/`
  if (URL.canParse(address)) return tidyDots(new URL(address).hostname)
  // Dots of other scripts may stand where the URL standard allows none (UTS 46, section 4).
  const dotted = tidyDots(text.replaceAll(/[\u3002\uff0e\uff61]/g, "."))
  return URL.canParse(`http://${dotted}/`) ? new URL(`http://${dotted}/`).hostname : bytes
}

/** Every form that `inet_aton` takes: one to four parts, decimal, octal or hexadecimal, the last filling what is left. */
export const parseIpv4 = (host: string): string | null => {
  const parts = host.split(".")
  if (parts.length > 4) return null
  const numbers: Array<number> = []
  for (const part of parts) {
    const number = ipv4Number(part)
    if (number === null) return null
    numbers.push(number)
  }
  const last = numbers.pop()!
  if (numbers.some((number) => number > 255) || last >= 256 ** (4 - numbers.length)) return null
  const value = numbers.reduce((sum, number, at) => sum + number * 256 ** (3 - at), last)
  return dotted(value)
}

const ipv4Number = (part: string): number | null => {
  // No address needs more digits; longer ones would lose precision.
  if (part.length === 0 || part.length > 16) return null
  if (/^0x[0-9a-f]*$/.test(part)) return part.length === 2 ? 0 : Number.parseInt(part.slice(2), 16)
  if (/^0[0-7]+$/.test(part)) return Number.parseInt(part, 8)
  return /^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : null
}

const dotted = (value: number): string => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".")

/** RFC 5952; IPv4-mapped (`::ffff:0:0/96`) and NAT64 (`64:ff9b::/96`, RFC 6052) addresses become the IPv4 address they hold. */
const canonicalIpv6 = (host: string): string | null => {
  const address = `http://${host}/`
  if (!URL.canParse(address)) return null
  const compressed = new URL(address).hostname
  const embedded = /^\[(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(compressed)
  return embedded === null
    ? compressed
    : dotted(Number.parseInt(embedded[1]!, 16) * 65_536 + Number.parseInt(embedded[2]!, 16))
}
