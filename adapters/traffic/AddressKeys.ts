import { parseIpAddress } from "../../core/kernel/networks/IpAddress.ts"

/** Whom an address stands for: one subscriber, and the network that it is in. */
export interface AddressKeys {
  /** IPv4: the address; IPv6: its /64, which is what one subscriber gets (RFC 6177). */
  readonly address: string
  /** IPv4: /24; IPv6: /48, the largest that one site is commonly given (RFC 6177). */
  readonly network: string
}

/** Everything that is no address counts as one. */
const nowhere: AddressKeys = { address: "-", network: "-" }

export const addressKeys = (text: string): AddressKeys => {
  const ip = parseIpAddress(text)
  if (ip === null) return nowhere
  if (ip.family === 4) {
    const bits = Number(ip.bits)
    return { address: `4${bits.toString(36)}`, network: `4${(bits >>> 8).toString(36)}` }
  }
  return { address: `6${(ip.bits >> 64n).toString(36)}`, network: `6${(ip.bits >> 80n).toString(36)}` }
}
