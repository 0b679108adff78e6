import { type IpAddress, parseIpAddress } from "./IpAddress.ts"

/** Address range in CIDR notation (RFC 4632, RFC 4291). */
export interface Network {
  readonly family: 4 | 6
  readonly bits: bigint
  readonly prefix: number
}

/**
 * Parses a network and clears the bits after the prefix. A single address becomes a network of one address. Returns
 * null for other text.
 */
export const parseNetwork = (text: string): Network | null => {
  const [addressText = "", prefixText, ...rest] = text.split("/")
  const address = parseIpAddress(addressText)
  if (address === null || rest.length > 0) return null
  const width = address.family === 4 ? 32 : 128
  // In `::ffff:192.0.2.0/120`, the prefix length is that of the IPv6 address.
  const mapped = address.family === 4 && addressText.includes(":") ? 96 : 0
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return null
  const prefix = prefixText === undefined ? width : Number(prefixText) - mapped
  if (prefix < 0 || prefix > width) return null
  return { family: address.family, prefix, bits: maskBits(address, prefix) }
}

/** Returns the bits of an address with those after the prefix cleared. */
const maskBits = ({ bits, family }: IpAddress, prefix: number): bigint => {
  const behind = BigInt((family === 4 ? 32 : 128) - prefix)
  return (bits >> behind) << behind
}

/** Formats a network in its canonical form, such as `203.0.113.0/24`. */
export const formatNetwork = ({ bits, family, prefix }: Network): string =>
  family === 4
    ? `${[24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join(".")}/${prefix}`
    : `${ipv6Text(bits)}/${prefix}`

/** Formats an IPv6 address with its longest run of at least two zero groups shortened (RFC 5952). */
const ipv6Text = (bits: bigint): string => {
  const hex = Array.from({ length: 8 }, (_, at) => ((bits >> BigInt(112 - at * 16)) & 0xffffn).toString(16))
  const runs = [...(hex.map((group) => group === "0" ? "0" : "x").join("")).matchAll(/0{2,}/g)]
  const longest = runs.toSorted((a, b) => b[0].length - a[0].length)[0]
  if (longest === undefined) return hex.join(":")
  return `${hex.slice(0, longest.index).join(":")}::${hex.slice(longest.index + longest[0].length).join(":")}`
}
