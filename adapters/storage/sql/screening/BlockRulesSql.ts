import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type BlockRule,
  type BlockRuleKind,
  BlockRuleNotFound,
  BlockRules
} from "../../../../core/block-rules/BlockRules.ts"
import { compileBlockRules, type CompiledBlockRules } from "../../../../core/block-rules/CompiledBlockRules.ts"
import type { AccountId } from "../../../../core/kernel/Ids.ts"
import { isYoungerThan } from "../servers/DatabaseClock.ts"
import { orDie } from "../statements/Outage.ts"
import {
  membersOf,
  oneOfReader,
  readInstant,
  readInteger,
  readText,
  requireRow,
  tableReader
} from "../statements/Row.ts"

/** Maximum delay until a rule that another process changed applies in this process. */
export const blockRulesStaleMillisMax = 1_000
/** Maximum number of accounts with cached rules. */
export const accountsCachedMax = 1_000

interface CachedRules {
  readonly rules: CompiledBlockRules
  readonly readAt: number
}

export const layer: Layer.Layer<BlockRules, never, SqlClient.SqlClient> = Layer.effect(
  BlockRules,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const clock = yield* Clock.Clock
    const cache = new Map<string, CachedRules>()

    const list = (accountId: AccountId) =>
      sql`SELECT * FROM block_rules WHERE account_id = ${accountId} ORDER BY id`.pipe(
        Effect.map((rows) => rows.map(ruleOf)),
        orDie
      )

    const compile = Effect.fnUntraced(function*(accountId: AccountId) {
      const readAt = clock.currentTimeMillisUnsafe()
      const rules = compileBlockRules(yield* list(accountId))
      if (cache.size >= accountsCachedMax && !cache.has(accountId)) cache.clear()
      cache.set(accountId, { rules, readAt })
      return rules
    })

    return BlockRules.of({
      compiled: (accountId) => {
        const cached = cache.get(accountId)
        const isFresh = cached !== undefined &&
          isYoungerThan(clock.currentTimeMillisUnsafe() - cached.readAt, blockRulesStaleMillisMax)
        return isFresh ? Effect.succeed(cached.rules) : compile(accountId)
      },
      add: Effect.fnUntraced(function*(rule) {
        const { accountId, action, kind, note, value } = rule
        const rows = yield* sql`INSERT INTO block_rules (account_id, kind, action, value, note, created_at)
          VALUES (${accountId}, ${kind}, ${action}, ${value}, ${note}, ${rule.createdAt.getTime()})
          ON CONFLICT (account_id, kind, action, value)
          DO UPDATE SET note = CASE WHEN excluded.note = '' THEN block_rules.note ELSE excluded.note END
          RETURNING *`
        cache.delete(accountId)
        return ruleOf(requireRow(rows))
      }, orDie),
      find: ({ accountId, action, kind, value }) =>
        sql`SELECT * FROM block_rules
          WHERE account_id = ${accountId} AND kind = ${kind} AND action = ${action} AND value = ${value}`.pipe(
          Effect.map(([row]) => row === undefined ? null : ruleOf(row)),
          orDie
        ),
      list,
      count: (accountId) =>
        sql`SELECT COUNT(*) AS rules FROM block_rules WHERE account_id = ${accountId}`.pipe(
          Effect.map((rows) => readInteger(requireRow(rows), "rules")),
          orDie
        ),
      remove: Effect.fnUntraced(function*(accountId, id) {
        const removed = yield* orDie(
          sql`DELETE FROM block_rules WHERE account_id = ${accountId} AND id = ${id} RETURNING id`
        )
        cache.delete(accountId)
        if (removed.length === 0) return yield* new BlockRuleNotFound({ id })
      })
    })
  })
)

const kind = oneOfReader(membersOf<BlockRuleKind>()(["email", "domain", "cidr", "country"]))
const action = oneOfReader(membersOf<BlockRule["action"]>()(["block", "allow"]))

const ruleOf = tableReader("block_rules", (row): BlockRule => ({
  id: readInteger(row, "id"),
  accountId: readText(row, "account_id"),
  kind: kind(row, "kind"),
  action: action(row, "action"),
  value: readText(row, "value"),
  note: readText(row, "note"),
  createdAt: readInstant(row, "created_at")
}))
