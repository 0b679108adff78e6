import { type IpAddress, parseIpAddress } from "../kernel/networks/IpAddress.ts"
import { makeNetworkSet, type NetworkSet } from "../kernel/networks/NetworkSet.ts"
import { specialIpv4, specialUnicastIpv6 } from "../kernel/networks/SpecialNetworks.ts"

/**
 * IPv4 networks from which Gatehouse never fetches: special-purpose networks, and a public address that Azure reserves
 * for its hosts.
 */
export const ipv4NotPublic: ReadonlyArray<string> = [...specialIpv4, "168.63.129.16/32"]

/** Global unicast addresses of IPv6 (IANA IPv6 Address Space). All other IPv6 addresses count as not public. */
export const ipv6GlobalUnicast: ReadonlyArray<string> = ["2000::/3"]

/**
 * Well-known prefix of NAT64 (RFC 6052). The embedded IPv4 address decides whether such an address is public. Addresses
 * with the neighboring prefix `64:ff9b:1::/48` (RFC 8215) are not public, because their meaning depends on the local
 * network.
 */
const nat64: NetworkSet = makeNetworkSet(["64:ff9b::/96"])

const isIpv4Closed = makeNetworkSet(ipv4NotPublic)
const isIpv6Open = makeNetworkSet(ipv6GlobalUnicast)
const isIpv6Closed = makeNetworkSet(specialUnicastIpv6)

/**
 * Reports whether an address belongs to the public internet. If an IPv4 address is embedded in an IPv6 address (mapped,
 * NAT64, ISATAP), the IPv4 address must be public. Text other than a plain address, such as an address with a zone, is
 * not public.
 *
 * @param isRefused reports whether an address belongs to a further refused network, such as a public network of the
 * operator
 */
export const isPublicAddress = (text: string, isRefused: NetworkSet = () => false): boolean => {
  const address = parseIpAddress(text)
  return address !== null && isPublic(address, isRefused)
}

const isPublic = (address: IpAddress, isRefused: NetworkSet): boolean => {
  if (isRefused(address)) return false
  if (address.family === 4) return !isIpv4Closed(address)
  if (nat64(address)) return isPublic(embedded(address), isRefused)
  return isIpv6Open(address) && !isIpv6Closed(address) &&
    !(isIsatap(address) && !isPublic(embedded(address), isRefused))
}

const embedded = ({ bits }: IpAddress): IpAddress => ({ family: 4, bits: bits & 0xffffffffn })

/**
 * Reports whether an address has an ISATAP interface identifier under any prefix: `0:5efe:a.b.c.d` or
 * `200:5efe:a.b.c.d` (RFC 5214, section 6.1).
 */
const isIsatap = ({ bits }: IpAddress): boolean => ((bits >> 32n) & 0xfdffffffn) === 0x5efen

/** Reports whether two texts denote the same address, in any notation. */
export const isSameAddress = (one: string, other: string): boolean => {
  const [a, b] = [parseIpAddress(one), parseIpAddress(other)]
  return a !== null && b !== null && a.family === b.family && a.bits === b.bits
}
