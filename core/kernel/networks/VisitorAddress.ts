import { parseIpAddress } from "./IpAddress.ts"

/** A visitor's address as 4 or 16 bytes. Empty if the address is unknown. */
export type AddressBytes = Uint8Array

const networkBytes = { 4: 3, 16: 6 } as const

/**
 * Converts an address to bytes. An IPv4-mapped IPv6 address becomes an IPv4 address. Returns an empty array for an
 * invalid address, because a socket without an address is not an error.
 */
export const addressBytesOf = (text: string): AddressBytes => {
  const address = parseIpAddress(text)
  if (address === null) return new Uint8Array(0)
  const bytes = new Uint8Array(address.family === 4 ? 4 : 16)
  let rest = address.bits
  for (let at = bytes.length - 1; at >= 0; at--) {
    bytes[at] = Number(rest & 0xffn)
    rest >>= 8n
  }
  return bytes
}

/** Formats an address as text that `parseIpAddress` accepts. Returns null for an unknown address. */
export const addressTextOf = (bytes: AddressBytes): string | null => {
  if (bytes.length === 4) return bytes.join(".")
  if (bytes.length !== 16) return null
  const groups = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return Array.from({ length: 8 }, (_, at) => groups.getUint16(at * 2).toString(16)).join(":")
}

/** Reports whether `AddressBytes` can have this number of bytes. */
export const isAddressLength = (count: number): boolean => count === 0 || count === 4 || count === 16

/** Reports whether two addresses belong to the network of the same subscriber or office: IPv4 /24, IPv6 /48. */
export const isSameNetwork = (one: AddressBytes, other: AddressBytes): boolean => {
  const [network, others] = [networkOf(one), networkOf(other)]
  return network.length === others.length && network.every((byte, at) => byte === others[at])
}

/**
 * Returns a 16-bit hash that distinguishes networks without revealing them. The hash is FNV-1a (draft-eastlake-fnv)
 * over the challenge ID and the network. Another network has the same hash with a probability of 1 in 65,536, and each
 * hash matches hundreds of IPv4 networks and many more IPv6 networks. The hash needs no key, because it is part of a
 * signed body.
 */
export const networkHash = (id: Uint8Array, address: AddressBytes): number => {
  let hash = 0x811c9dc5
  for (const byte of id) hash = Math.imul(hash ^ byte, 0x01000193)
  for (const byte of networkOf(address)) hash = Math.imul(hash ^ byte, 0x01000193)
  return ((hash >>> 16) ^ hash) & 0xffff
}

const networkOf = (address: AddressBytes): Uint8Array =>
  address.length === 4 || address.length === 16 ? address.subarray(0, networkBytes[address.length]) : address
