import { type IpAddress, parseIpAddress } from "../../../../core/kernel/networks/IpAddress.ts"
import { networkSet } from "../../../../core/kernel/networks/NetworkSet.ts"

/** Proxies that a request may have come through; nobody chains more. */
export const hopsMax = 32
/** What is further left in the header was written by others. */
export const forwardedCharsMax = 4_096

/**
 * The address of who asks.
 *
 * @param peer the other end of the socket
 * @param forwardedFor `X-Forwarded-For`, several of them joined by commas
 */
export type AddressOf = (peer: string, forwardedFor: string | undefined) => string

/**
 * Proxies append the address that they saw, so that only the right end of `X-Forwarded-For` is their word: the right-most
 * address that is no trusted proxy is the client, and what stands left of it may be invented. Without a trusted proxy at the
 * socket the header says nothing at all. `Forwarded` (RFC 7239) is not read: a proxy that writes one of the two passes the
 * other on as the client sent it, and nobody could tell which.
 *
 * @param trusted networks of the proxies in front
 */
export const addressOf = (trusted: ReadonlyArray<string>): AddressOf => {
  if (trusted.length === 0) return bare
  const isTrusted = networkSet(trusted)
  return (peer, forwardedFor) => {
    const socket = parseIpAddress(withoutZone(peer))
    if (forwardedFor === undefined || socket === null || !isTrusted(socket)) return bare(peer)
    let client = bare(peer)
    const hops = forwardedFor.slice(-forwardedCharsMax).split(",").slice(-hopsMax)
    for (const hop of hops.toReversed()) {
      const text = addressText(hop)
      const address = parseIpAddress(text)
      // Whoever is trusted has seen something that is no address: it is the last of whom anything is known.
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
export const proxyTest = (trusted: ReadonlyArray<string>): (address: string) => boolean => {
  if (trusted.length === 0) return () => false
  const isTrusted = networkSet(trusted)
  return (address) => {
    const parsed = parseIpAddress(withoutZone(address))
    return parsed !== null && isTrusted(parsed)
  }
}

/** What connections are counted by: an IPv4 address, or the /64 of an IPv6 address, which one subscriber has (RFC 6177). */
export const subscriberOf = (address: string): string => {
  const parsed = parseIpAddress(withoutZone(address))
  if (parsed === null) return address
  if (parsed.family === 4) return canonical(address, parsed)
  return `${[112n, 96n, 80n, 64n].map((shift) => ((parsed.bits >> shift) & 0xffffn).toString(16)).join(":")}::/64`
}

const withoutZone = (text: string): string => {
  const zone = text.indexOf("%")
  return zone < 0 ? text : text.slice(0, zone)
}

/** Sockets that listen on both families call IPv4 peers `::ffff:192.0.2.1`. */
const bare = (peer: string): string => peer.startsWith("::ffff:") && peer.includes(".") ? peer.slice(7) : peer

/** Some write the port as well: `192.0.2.1:1234`, `[2001:db8::1]:1234`; or quotes around it. */
const addressText = (hop: string): string => {
  const text = hop.trim().replace(/^"(.*)"$/, "$1")
  if (text.startsWith("[")) return /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? ""
  return /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
}

/** One spelling for each address: what is counted is counted by it. */
const canonical = (text: string, { bits, family }: IpAddress): string =>
  family === 4
    ? [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join(".")
    : new URL(`http://[${text}]/`).hostname.slice(1, -1)
