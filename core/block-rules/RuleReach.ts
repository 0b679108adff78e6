import { Effect, Schema } from "effect"
import { parseNetwork } from "../kernel/networks/Network.ts"
import { EmailLists } from "../mail-addresses/EmailLists.ts"
import { PublicSuffixes } from "../urls/PublicSuffixes.ts"
import type { BlockRule } from "./BlockRule.ts"

/** A rule that would block far more than was meant. It can be forced. */
export class BlocksMany extends Schema.TaggedError<BlocksMany>()("BlocksMany", { message: Schema.String }) {}

/** Networks of fewer bits are whole providers and more: of IPv4 65,536 addresses pass, of IPv6 what one provider is given at least. */
const prefixBitsMin = { 4: 16, 6: 32 } as const

/**
 * Why many people who were not meant would be blocked: all with mailboxes at a provider, all names under a suffix, all of a very large
 * network. Null where nothing speaks against the rule; exceptions harm nobody.
 *
 * @param rule its value in canonical form
 */
export const manyBlockedBy = Effect.fnUntraced(
  function*({ action, kind, value }: Pick<BlockRule, "action" | "kind" | "value">) {
    if (action === "allow") return null
    if (kind === "domain") {
      const [lists, suffixes] = [yield* EmailLists, yield* PublicSuffixes]
      if (lists.isPublicProvider(value)) {
        return `Many people share ${value}: a rule for it blocks everybody who has an address there.`
      }
      return suffixes.isPublicSuffix(value)
        ? `Many share ${value}: a rule for it blocks every domain that ends with it.`
        : null
    }
    const network = kind === "cidr" ? parseNetwork(value) : null
    if (network === null || network.prefix >= prefixBitsMin[network.family]) return null
    return `${value} is a very large network: a rule for it blocks ${
      share(network.prefix)
    } of all IPv${network.family} addresses.`
  }
)

const share = (prefix: number): string => prefix === 0 ? "all" : `one in ${(2 ** prefix).toLocaleString("en-GB")}`
