import type { IpAddress } from "./IpAddress.ts"
import { parseNetwork } from "./Network.ts"

export type NetworkSet = (ip: IpAddress) => boolean

/**
 * Creates a function that tests whether an address is in a set of networks. It has one hash set per family and prefix
 * length. A test takes at most 33 lookups for IPv4 and 129 for IPv6, for any number of networks.
 *
 * @param texts networks or single addresses; invalid texts are ignored
 */
export const makeNetworkSet = (texts: ReadonlyArray<string>): NetworkSet => {
  const v4 = new Map<number, Set<number>>()
  const v6 = new Map<bigint, Set<bigint>>()
  for (const text of texts) {
    const network = parseNetwork(text)
    if (network?.family === 4) {
      const size = 2 ** (32 - network.prefix)
      putInto(v4, size, Number(network.bits) / size)
    } else if (network?.family === 6) {
      const behind = BigInt(128 - network.prefix)
      putInto(v6, behind, network.bits >> behind)
    }
  }
  return ({ bits, family }) => {
    if (family === 4) {
      const number = Number(bits)
      for (const [size, members] of v4) if (members.has(Math.floor(number / size))) return true
      return false
    }
    for (const [behind, members] of v6) if (members.has(bits >> behind)) return true
    return false
  }
}

const putInto = <Key, Member>(sets: Map<Key, Set<Member>>, key: Key, member: Member): void => {
  const set = sets.get(key)
  if (set === undefined) sets.set(key, new Set([member]))
  else set.add(member)
}
