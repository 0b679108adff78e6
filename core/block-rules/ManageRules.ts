import { Clock, Effect, Schema } from "effect"
import { type Actor, audit } from "../audit/Audit.ts"
import type { AuditAction } from "../audit/AuditEntry.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { parseNetwork } from "../kernel/networks/Network.ts"
import { plainLine } from "../kernel/PlainLine.ts"
import { EmailLists } from "../mail-addresses/EmailLists.ts"
import { PublicSuffixes } from "../urls/PublicSuffixes.ts"
import { type BlockRule, BlockRuleNotFound, BlockRules } from "./BlockRules.ts"
import { canonicalRuleValue } from "./BlockRuleValue.ts"

/** Rules of an account: all of them are held in memory, ready to match. */
const blockRulesMax = 20_000

export class TooManyBlockRules extends Schema.TaggedError<TooManyBlockRules>()("TooManyBlockRules", {}) {
  override get message(): string {
    return `An account can have ${blockRulesMax} rules: remove some, or block a domain, a network or a country in place of many.`
  }
}

/** A rule that would block far more than was meant. It can be forced. */
export class BlocksMany extends Schema.TaggedError<BlocksMany>()("BlocksMany", { message: Schema.String }) {}

interface PlacedRule {
  readonly rule: BlockRule
  /** The same rule again is `kept`, and `changed` where it took over a newer note. */
  readonly became: "new" | "changed" | "kept"
}

export type WantedRule = Omit<BlockRule, "id" | "accountId" | "createdAt">

/** One of many that were to be added: the rule, or why it is none. */
export type AddedRule =
  | PlacedRule & { readonly problem: null }
  | { readonly rule: null; readonly became: null; readonly problem: string }

/**
 * Adds a rule for somebody, or takes over the note of one that is there. Writes to the audit log if anything is new, as every function
 * here does whose name ends in `As`.
 *
 * @param force also where it blocks many who were not meant; it is refused otherwise, unless it is there already
 */
export const addRuleAs = Effect.fn("addRuleAs")(
  function*(actor: Actor, accountId: AccountId, wanted: WantedRule, { force }: { readonly force: boolean }) {
    const placed = yield* placeRule(accountId, wanted, force)
    if (placed.became !== "kept") yield* auditRule(actor, "rule.add", placed.rule)
    return placed
  }
)

const placeRule = Effect.fnUntraced(
  function*(accountId: AccountId, wanted: WantedRule, force: boolean) {
    const value = yield* Effect.fromResult(canonicalRuleValue(wanted.kind, wanted.value))
    const isThere = (yield* (yield* BlockRules).find({ ...wanted, accountId, value })) !== null
    const message = force || isThere ? null : yield* manyBlockedBy({ ...wanted, value })
    if (message !== null) return yield* new BlocksMany({ message })
    return yield* addBlockRule({ accountId, ...wanted })
  }
)

/** Adds a rule of an account's own, in canonical form. The same again is the same rule, with the newer note. */
const addBlockRule = Effect.fn("addBlockRule")(function*(wanted: Omit<BlockRule, "id" | "createdAt">) {
  const value = yield* Effect.fromResult(canonicalRuleValue(wanted.kind, wanted.value))
  const rules = yield* BlockRules
  const before = yield* rules.find({ ...wanted, value })
  if (before === null && (yield* rules.count(wanted.accountId)) >= blockRulesMax) return yield* new TooManyBlockRules()
  const createdAt = new Date(yield* Clock.currentTimeMillis)
  const rule = yield* rules.add({ ...wanted, value, note: plainLine(wanted.note), createdAt })
  const became: PlacedRule["became"] = before === null ? "new" : before.note === rule.note ? "kept" : "changed"
  return { rule, became }
})

/**
 * Adds one after the other, with a moment for others in between; what is wrong with one keeps none of the others out. One entry in the
 * audit log is of all of them, and what has begun comes to its end there, whether or not anybody waits for it.
 */
export const addRulesAs = Effect.fn("addRulesAs")(
  function*(actor: Actor, accountId: AccountId, wanted: ReadonlyArray<WantedRule>) {
    const isNone = ({ message }: { readonly message: string }) =>
      Effect.succeed<AddedRule>({ rule: null, became: null, problem: message })
    const added = yield* Effect.forEach(wanted, (one) =>
      placeRule(accountId, one, false).pipe(
        Effect.map((placed): AddedRule => ({ ...placed, problem: null })),
        Effect.catchTags({
          InvalidBlockRule: isNone,
          TooManyBlockRules: isNone,
          BlocksMany: ({ message }) => isNone({ message: `${message} If it is meant, add it by itself.` })
        }),
        Effect.tap(Effect.yieldNow)
      ))
    const [made, changed] = (["new", "changed"] as const).map((what) =>
      added.filter(({ became }) => became === what).length
    )
    if (made !== 0 || changed !== 0) {
      const detail = `${made} new, ${changed} changed, of ${wanted.length}`
      yield* audit({ accountId, actor, action: "rule.import", detail })
    }
    return added
  },
  Effect.uninterruptible
)

export const removeRuleAs = Effect.fn("removeRuleAs")(function*(actor: Actor, accountId: AccountId, id: number) {
  const rules = yield* BlockRules
  const rule = (yield* rules.list(accountId)).find((one) => one.id === id)
  if (rule === undefined) return yield* new BlockRuleNotFound({ id })
  yield* rules.remove(accountId, id)
  yield* auditRule(actor, "rule.remove", rule)
})

const auditRule = (actor: Actor, action: AuditAction, { accountId, id, kind, value, ...rule }: BlockRule) =>
  audit({ accountId, actor, action, target: String(id), detail: `${rule.action} ${kind} ${value}` })

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
