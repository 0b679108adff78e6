import { Clock, Effect, Schema } from "effect"
import { type Actor, audit } from "../audit/Audit.ts"
import type { AuditAction } from "../audit/AuditEntry.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { parseNetwork } from "../kernel/networks/Network.ts"
import { sanitizeLine } from "../kernel/SanitizeLine.ts"
import { EmailLists } from "../mail-addresses/EmailLists.ts"
import { PublicSuffixes } from "../urls/PublicSuffixes.ts"
import { type BlockRule, BlockRuleNotFound, BlockRules } from "./BlockRules.ts"
import { parseRuleValue } from "./BlockRuleValue.ts"

/** Maximum rules per account. All of them are compiled in memory. */
const blockRulesMax = 20_000

export class TooManyBlockRules extends Schema.TaggedError<TooManyBlockRules>()("TooManyBlockRules", {}) {
  override get message(): string {
    return `The account has reached its limit of ${blockRulesMax} rules. Remove some, or replace several with one rule for a domain, network or country.`
  }
}

/** Error for a rule that would block far more than intended. `force` overrides it. */
export class RuleTooBroad extends Schema.TaggedError<RuleTooBroad>()("RuleTooBroad", { message: Schema.String }) {}

interface SavedRule {
  readonly rule: BlockRule
  /**
   * `new`: the rule was added; `changed`: an existing rule got a new note; `kept`: the rule existed and was not
   * changed.
   */
  readonly became: "new" | "changed" | "kept"
}

export type BlockRuleInput = Omit<BlockRule, "id" | "accountId" | "createdAt">

/** Result of one rule in a bulk import: the saved rule, or the problem. */
export type RuleImportResult =
  | SavedRule & { readonly problem: null }
  | { readonly rule: null; readonly became: null; readonly problem: string }

/**
 * Adds a rule on behalf of a person, or updates the note of an existing rule. Functions ending in `As` write to the
 * audit log, unless nothing changed.
 *
 * @param force accept a rule that would block many people unintentionally; existing rules need no force
 */
export const addRuleAs = Effect.fn("addRuleAs")(
  function*(actor: Actor, accountId: AccountId, wanted: BlockRuleInput, { force }: { readonly force: boolean }) {
    const placed = yield* saveRuleChecked(accountId, wanted, force)
    if (placed.became !== "kept") yield* auditRule(actor, "rule.add", placed.rule)
    return placed
  }
)

const saveRuleChecked = Effect.fnUntraced(
  function*(accountId: AccountId, wanted: BlockRuleInput, force: boolean) {
    const value = yield* Effect.fromResult(parseRuleValue(wanted.kind, wanted.value))
    const isThere = (yield* (yield* BlockRules).find({ ...wanted, accountId, value })) !== null
    const message = force || isThere ? null : yield* broadRuleWarning({ ...wanted, value })
    if (message !== null) return yield* new RuleTooBroad({ message })
    return yield* saveRule({ accountId, ...wanted })
  }
)

/** Adds a rule in canonical form. If the rule exists, only its note is updated. */
const saveRule = Effect.fn("saveRule")(function*(wanted: Omit<BlockRule, "id" | "createdAt">) {
  const value = yield* Effect.fromResult(parseRuleValue(wanted.kind, wanted.value))
  const rules = yield* BlockRules
  const before = yield* rules.find({ ...wanted, value })
  if (before === null && (yield* rules.count(wanted.accountId)) >= blockRulesMax) return yield* new TooManyBlockRules()
  const createdAt = new Date(yield* Clock.currentTimeMillis)
  const rule = yield* rules.add({ ...wanted, value, note: sanitizeLine(wanted.note), createdAt })
  const became: SavedRule["became"] = before === null ? "new" : before.note === rule.note ? "kept" : "changed"
  return { rule, became }
})

/**
 * Adds rules one by one and yields to other work in between. An invalid rule does not affect the other rules. Writes
 * one audit log entry for the whole import. An import in progress completes even if the client disconnects.
 */
export const addRulesAs = Effect.fn("addRulesAs")(
  function*(actor: Actor, accountId: AccountId, wanted: ReadonlyArray<BlockRuleInput>) {
    const isNone = ({ message }: { readonly message: string }) =>
      Effect.succeed<RuleImportResult>({ rule: null, became: null, problem: message })
    const added = yield* Effect.forEach(wanted, (one) =>
      saveRuleChecked(accountId, one, false).pipe(
        Effect.map((placed): RuleImportResult => ({ ...placed, problem: null })),
        Effect.catchTags({
          InvalidBlockRule: isNone,
          TooManyBlockRules: isNone,
          RuleTooBroad: ({ message }) => isNone({ message: `${message} To add it anyway, add it on its own.` })
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

/**
 * Minimum prefix length of a network, by IP version. A shorter prefix covers entire providers: a /16 has 65,536 IPv4
 * addresses, and a /32 is the minimum IPv6 allocation of a provider.
 */
const prefixBitsMin = { 4: 16, 6: 32 } as const

/**
 * Returns why a rule would block many people unintentionally: it covers a mailbox provider, a public suffix or a very
 * large network. Null for other rules, including all `allow` rules.
 *
 * @param rule rule with its value in canonical form
 */
export const broadRuleWarning = Effect.fnUntraced(
  function*({ action, kind, value }: Pick<BlockRule, "action" | "kind" | "value">) {
    if (action === "allow") return null
    if (kind === "domain") {
      const [lists, suffixes] = [yield* EmailLists, yield* PublicSuffixes]
      if (lists.isPublicProvider(value)) {
        return `${value} is a public mail provider. A rule for it blocks everyone with an address there.`
      }
      return suffixes.isPublicSuffix(value)
        ? `${value} is a public suffix. A rule for it blocks every domain under it.`
        : null
    }
    const network = kind === "cidr" ? parseNetwork(value) : null
    if (network === null || network.prefix >= prefixBitsMin[network.family]) return null
    return `${value} is a very large network. A rule for it blocks ${
      blockedShare(network.prefix)
    } of all IPv${network.family} addresses.`
  }
)

const blockedShare = (prefix: number): string =>
  prefix === 0 ? "all" : `one in ${(2 ** prefix).toLocaleString("en-GB")}`
