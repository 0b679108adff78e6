import { type IpAddress, parseIpAddress } from "../kernel/networks/IpAddress.ts"
import { type NetworkSet, networkSet } from "../kernel/networks/NetworkSet.ts"
import { specialIpv4, specialUnicastIpv6 } from "../kernel/networks/SpecialNetworks.ts"

/**
 * IPv4 networks that Gatehouse never fetches from: the special-purpose ones, and a public address that Azure reserves
 * for its own host.
 */
export const ipv4NotPublic: ReadonlyArray<string> = [...specialIpv4, "168.63.129.16/32"]

/** Global unicast addresses of IPv6 (IANA IPv6 Address Space); all others are closed. */
export const ipv6GlobalUnicast: ReadonlyArray<string> = ["2000::/3"]

/**
 * The well-known prefix of NAT64 (RFC 6052): the embedded IPv4 address decides. Its neighbor `64:ff9b:1::/48` (RFC
 * 8215) is closed, because its meaning depends on the local network.
 */
const nat64: NetworkSet = networkSet(["64:ff9b::/96"])

const isIpv4Closed = networkSet(ipv4NotPublic)
const isIpv6Open = networkSet(ipv6GlobalUnicast)
const isIpv6Closed = networkSet(specialUnicastIpv6)

/**
 * Reports whether an address belongs to the public internet. An IPv4 address embedded in IPv6 (mapped, NAT64, ISATAP)
 * is judged by its IPv4 value. Anything other than a plain address, such as one with a zone, is not public.
 *
 * @param isRefused reports further closed networks, for example public ones that belong to the operator
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

/** Matches an interface identifier `0:5efe:a.b.c.d` or `200:5efe:a.b.c.d` under any prefix (RFC 5214, section 6.1). */
const isIsatap = ({ bits }: IpAddress): boolean => ((bits >> 32n) & 0xfdffffffn) === 0x5efen

/** Reports whether two texts denote the same address, whatever their notation. */
export const isSameAddress = (one: string, other: string): boolean => {
  const [a, b] = [parseIpAddress(one), parseIpAddress(other)]
  return a !== null && b !== null && a.family === b.family && a.bits === b.bits
}
