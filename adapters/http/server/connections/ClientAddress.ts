import { type IpAddress, parseIpAddress } from "../../../../core/kernel/networks/IpAddress.ts"
import { makeNetworkSet } from "../../../../core/kernel/networks/NetworkSet.ts"

/** Maximum number of `X-Forwarded-For` entries that are examined. Real proxy chains are shorter. */
export const proxyHopsMax = 32
/** Maximum number of characters of `X-Forwarded-For` that are examined, counted from the right end. */
export const forwardedForCharsMax = 4_096

/**
 * Returns the address of the client that sent a request.
 *
 * @param peer address of the other end of the socket
 * @param forwardedFor value of `X-Forwarded-For`, with repeated headers joined by commas
 */
export type ClientAddressResolver = (peer: string, forwardedFor: string | undefined) => string

/**
 * Builds a resolver of client addresses.
 *
 * Each proxy appends the address that it saw to `X-Forwarded-For`, so a client can forge everything but the right end.
 * The client is the rightmost address that is not a trusted proxy. If the socket's peer is not a trusted proxy, the
 * header is ignored.
 *
 * `Forwarded` (RFC 7239) is not read. A proxy that writes only one of the two headers passes on the client's version of
 * the other header. The resolver could not know which header is genuine.
 *
 * @param trusted networks of the trusted proxies
 */
export const makeClientAddressResolver = (trusted: ReadonlyArray<string>): ClientAddressResolver => {
  if (trusted.length === 0) return withoutIpv4Prefix
  const isTrusted = makeNetworkSet(trusted)
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
 * Builds a function that reports whether an address, as sockets and proxies write it, belongs to one of the networks.
 */
export const makeNetworkTest = (networks: ReadonlyArray<string>): (address: string) => boolean => {
  if (networks.length === 0) return () => false
  const isMember = makeNetworkSet(networks)
  return (address) => {
    const parsed = parseIpAddress(withoutZone(address))
    return parsed !== null && isMember(parsed)
  }
}

/**
 * Returns the key under which a subscriber's connections are counted. For IPv4, the key is the address. For IPv6, it is
 * the /64 prefix, because a subscriber usually has a whole /64 (RFC 6177).
 */
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

/** Removes the `::ffff:` prefix that dual-stack sockets add to IPv4 addresses. */
const withoutIpv4Prefix = (peer: string): string =>
  peer.startsWith("::ffff:") && peer.includes(".") ? peer.slice(7) : peer

/** Removes the port (`192.0.2.1:1234`, `[2001:db8::1]:1234`) and the quotes that some proxies add. */
const addressText = (hop: string): string => {
  const text = hop.trim().replace(/^"(.*)"$/, "$1")
  if (text.startsWith("[")) return /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? ""
  return /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
}

/** Returns the canonical spelling of an address, so that each address has only one counter. */
const canonical = (text: string, { bits, family }: IpAddress): string =>
  family === 4
    ? [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join(".")
    : new URL(`http://[${text}]/`).hostname.slice(1, -1)
