import { specialIpv4, specialUnicastIpv6 } from "../../core/kernel/networks/SpecialNetworks.ts"

/**
 * Addresses that are in no country: private, documentation, link-local, loopback, multicast, translation and benchmarking
 * networks. Source: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890), read with RFC 5771 (multicast).
 */
export const reservedNetworks: ReadonlyArray<string> = [
  ...specialIpv4,
  ...specialUnicastIpv6,
  "::/8",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "5f00::/16",
  "fc00::/7",
  "fe80::/10",
  "ff00::/8"
]
