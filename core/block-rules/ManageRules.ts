import { Effect } from "effect"
import { type Actor, audit } from "../audit/Audit.ts"
import type { AuditAction } from "../audit/AuditEntry.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { addBlockRule, type PlacedRule } from "./AddBlockRule.ts"
import type { BlockRule } from "./BlockRule.ts"
import { BlockRuleNotFound, BlockRules } from "./BlockRules.ts"
import { canonicalRuleValue } from "./BlockRuleValue.ts"
import { BlocksMany, manyBlockedBy } from "./RuleReach.ts"

export type WantedRule = Omit<BlockRule, "id" | "accountId" | "createdAt">

/** One of many that were to be added: the rule, or why it is none. */
export type AddedRule =
  | PlacedRule & { readonly problem: null }
  | { readonly rule: null; readonly became: null; readonly problem: string }

/**
 * Adds a rule for somebody, or takes over the note of one that is there. Audited here, as all below is, where anything is new.
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
