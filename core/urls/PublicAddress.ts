import { type IpAddress, parseIpAddress } from "../accounts/IpAddress.ts"
import { type NetworkSet, networkSet } from "../accounts/NetworkSet.ts"

/**
 * IPv4 networks that are not the public internet: IANA IPv4 Special-Purpose Address Registry (RFC 6890, RFC 8190) with
 * multicast (RFC 5771). Among them are the metadata addresses of the clouds: 169.254.169.254 and 169.254.170.2, 100.100.100.200
 * (Alibaba), 192.0.0.192 (Oracle).
 */
export const ipv4Closed: ReadonlyArray<string> = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  // Multicast, reserved and broadcast.
  "224.0.0.0/3",
  // Public by number, but answered by the host itself on Azure.
  "168.63.129.16/32"
]

/** Where global unicast addresses of IPv6 are (IANA IPv6 Address Space); everything outside is closed. */
export const ipv6Open: ReadonlyArray<string> = ["2000::/3"]

/** What is not public within it: IANA IPv6 Special-Purpose Address Registry. Teredo and 6to4 may tunnel to any IPv4 address. */
export const ipv6Closed: ReadonlyArray<string> = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]

/**
 * The well-known prefix of NAT64 (RFC 6052): the IPv4 address within decides. Its neighbour `64:ff9b:1::/48` (RFC 8215) is
 * closed, for only the local network knows what lies behind it.
 */
const nat64: NetworkSet = networkSet(["64:ff9b::/96"])

const isIpv4Closed = networkSet(ipv4Closed)
const isIpv6Open = networkSet(ipv6Open)
const isIpv6Closed = networkSet(ipv6Closed)

/**
 * Whether an address is one of the public internet. An IPv4 address in another's clothes (mapped, NAT64, ISATAP) is judged by
 * what it stands for. Anything that is no plain address, such as one with a zone, is not public.
 *
 * @param isRefused what else is closed, such as networks that are public by number but the operator's own
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

/** An interface identifier `0:5efe:a.b.c.d` or `200:5efe:a.b.c.d` under any prefix (RFC 5214, section 6.1). */
const isIsatap = ({ bits }: IpAddress): boolean => ((bits >> 32n) & 0xfdffffffn) === 0x5efen

/** Whether two texts name one address, however they are written. */
export const isSameAddress = (one: string, other: string): boolean => {
  const [a, b] = [parseIpAddress(one), parseIpAddress(other)]
  return a !== null && b !== null && a.family === b.family && a.bits === b.bits
}
