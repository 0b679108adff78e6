/**
 * IPv4 networks outside the public internet. Source: IANA IPv4 Special-Purpose Address Registry (RFC 6890, RFC 8190),
 * and multicast, reserved and broadcast addresses (RFC 5771, RFC 1112) as `224.0.0.0/3`. They include the metadata
 * addresses of cloud providers: 169.254.169.254 and 169.254.170.2, 100.100.100.200 (Alibaba), 192.0.0.192 (Oracle).
 */
export const specialIpv4: ReadonlyArray<string> = [
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
  "224.0.0.0/3"
]

/**
 * Non-public networks within the global unicast range of IPv6 (`2000::/3`). Source: IANA IPv6 Special-Purpose Address
 * Registry. They include Teredo and 6to4, which may tunnel to any IPv4 address.
 */
export const specialUnicastIpv6: ReadonlyArray<string> = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]
