import { Result } from "effect"
import { NetAddress } from "effect/net"

/** IP address as a number. An IPv4-mapped IPv6 address (`::ffff:0:0/96`) is represented as the IPv4 address. */
export interface IpAddress {
  readonly family: 4 | 6
  /** Address as a number of 32 or 128 bits. */
  readonly bits: bigint
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
/** Maximum characters of an IPv6 address in text form (RFC 4291, section 2.2). */
const ipv6CharsMax = 45

/**
 * Parses an IPv4 address of four decimal numbers or an IPv6 address (RFC 4291). Returns null for other text, including
 * zones, ports and octal numbers.
 */
export const parseIpAddress = (text: string): IpAddress | null => {
  if (ipv4.test(text)) return { family: 4, bits: ipv4Bits(text) }
  if (text.length > ipv6CharsMax || !text.includes(":") || text.includes("%")) return null
  const parsed = NetAddress.ipv6FromString(text)
  if (Result.isFailure(parsed)) return null
  const bits = ipv6Bits(text)
  return bits === null ? null : bits >> 32n === 0xffffn ? { family: 4, bits: bits & 0xffffffffn } : { family: 6, bits }
}

export const isIpAddress = (text: string): boolean => parseIpAddress(text) !== null

const ipv4Bits = (text: string): bigint => BigInt(text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0))

/** Returns the bits of an IPv6 address whose syntax was checked, or null if it has a wrong number of groups. */
const ipv6Bits = (text: string): bigint | null => {
  const [head = "", tail] = text.split("::")
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  const missing = 8 - front.length - back.length
  if (missing < 0 || (tail === undefined && missing !== 0)) return null
  return [...front, ...Array.from({ length: missing }, () => 0), ...back].reduce(
    (sum, group) => (sum << 16n) | BigInt(group),
    0n
  )
}

const groups = (text: string): Array<number> =>
  text === "" ? [] : text.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)]
    const bits = Number(ipv4Bits(group))
    return [Math.floor(bits / 0x10000), bits % 0x10000]
  })
