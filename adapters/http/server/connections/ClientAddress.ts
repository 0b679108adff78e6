import { type IpAddress, parseIpAddress } from "../../../../core/kernel/networks/IpAddress.ts"
import { networkSet } from "../../../../core/kernel/networks/NetworkSet.ts"

/** Maximum number of proxies considered; real proxy chains are shorter. */
export const proxyHopsMax = 32
/** Maximum number of characters read from the right end of the header. Other parties wrote anything before them. */
export const forwardedForCharsMax = 4_096

/**
 * Returns the address of the client.
 *
 * @param peer the other end of the socket
 * @param forwardedFor `X-Forwarded-For`, several headers joined by commas
 */
export type ClientAddressResolver = (peer: string, forwardedFor: string | undefined) => string

/**
 * Builds a lookup of client addresses. Each proxy appends the address that it saw to `X-Forwarded-For`, so only the right end is reliable:
 * the rightmost address that is not a trusted proxy is the client, and everything left of it may be forged. Without a trusted proxy at the
 * socket the header is ignored. `Forwarded` (RFC 7239) is not read: a proxy that writes one of the two headers passes on the client's
 * version of the other, and the two cases cannot be distinguished.
 *
 * @param trusted networks of the proxies in front
 */
export const makeClientAddressResolver = (trusted: ReadonlyArray<string>): ClientAddressResolver => {
  if (trusted.length === 0) return withoutIpv4Prefix
  const isTrusted = networkSet(trusted)
  return (peer, forwardedFor) => {
    const socket = parseIpAddress(withoutZone(peer))
    if (forwardedFor === undefined || socket === null || !isTrusted(socket)) return withoutIpv4Prefix(peer)
    let client = withoutIpv4Prefix(peer)
    const hops = forwardedFor.slice(-forwardedForCharsMax).split(",").slice(-proxyHopsMax)
    for (const hop of hops.toReversed()) {
      const text = addressText(hop)
      const address = parseIpAddress(text)
      // A trusted proxy forwarded something that is not an address, so the last known address is the client.
      if (address === null) return client
      client = canonical(text, address)
      if (!isTrusted(address)) return client
    }
    return client
  }
}

/**
 * Reports whether an address is one of the proxies in front.
 *
 * @param trusted networks of the proxies in front
 */
export const makeProxyTest = (trusted: ReadonlyArray<string>): (address: string) => boolean => {
  if (trusted.length === 0) return () => false
  const isTrusted = networkSet(trusted)
  return (address) => {
    const parsed = parseIpAddress(withoutZone(address))
    return parsed !== null && isTrusted(parsed)
  }
}

/** Key by which connections are counted: an IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber (RFC 6177). */
export const subscriberKey = (address: string): string => {
  const parsed = parseIpAddress(withoutZone(address))
  if (parsed === null) return address
  if (parsed.family === 4) return canonical(address, parsed)
  return `${[112n, 96n, 80n, 64n].map((shift) => ((parsed.bits >> shift) & 0xffffn).toString(16)).join(":")}::/64`
}

const withoutZone = (text: string): string => {
  const zone = text.indexOf("%")
  return zone < 0 ? text : text.slice(0, zone)
}

/** Strips the prefix of IPv4 peers on dual-stack sockets: `::ffff:192.0.2.1`. */
const withoutIpv4Prefix = (peer: string): string =>
  peer.startsWith("::ffff:") && peer.includes(".") ? peer.slice(7) : peer

/** Some proxies add the port (`192.0.2.1:1234`, `[2001:db8::1]:1234`) or quotes. */
const addressText = (hop: string): string => {
  const text = hop.trim().replace(/^"(.*)"$/, "$1")
  if (text.startsWith("[")) return /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? ""
  return /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
}

/** Canonical spelling of an address, so that counters see each address once. */
const canonical = (text: string, { bits, family }: IpAddress): string =>
  family === 4
    ? [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join(".")
    : new URL(`http://[${text}]/`).hostname.slice(1, -1)
