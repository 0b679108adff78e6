import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { SingleUse, SingleUseUnavailable } from "../../../../core/shield/SingleUse.ts"
import { GroupCommit } from "../commits/GroupCommit.ts"
import { insertReturning, type InsertTarget } from "../statements/Dialect.ts"
import { orDie } from "../statements/Outage.ts"
import { readText } from "../statements/Row.ts"

/** Maximum time that a caller waits. Callers process forms, so the wait must be short. */
export const consumeMillisMax = 1_500
/** Overrides `consumeMillisMax` in tests. */
export const ConsumeMillisMax = Context.Reference<number>("gatehouse/adapters/storage/sql/shield/ConsumeMillisMax", {
  defaultValue: () => consumeMillisMax
})
/** Maximum number of pending uses, including those whose callers no longer wait. Above it, new uses are refused. */
export const consumptionsPendingMax = 5_000

/** Maximum number of rows that one statement of a sweep deletes, so that other writes do not wait long. */
export const rowsSweptPerStatementMax = 1_000

interface Use {
  readonly id: string
  readonly until: number
}

export const layer: Layer.Layer<SingleUse, never, SqlClient.SqlClient | GroupCommit> = Layer.effect(
  SingleUse,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    let pending = 0

    const lane = (yield* GroupCommit).lane<Use, boolean>({
      write: Effect.fnUntraced(function*(requested) {
        // Writes IDs in the same order on every instance, so that two instances cannot deadlock.
        const inOrder = requested.toSorted((a, b) => a.id < b.id ? -1 : 1)
        const rows = yield* insertReturning(sql, uses, inOrder, "id")
        const won = new Set(rows.map((row) => readText(row, "id")))
        // If several callers submit the same ID in one group, only the first caller succeeds.
        return requested.map(({ id }) => won.delete(id))
      }),
      toResult: (isFirst) => {
        pending--
        return Effect.succeed(isFirst)
      },
      onLost: () => pending--
    })

    const unavailable = Effect.suspend(() => new SingleUseUnavailable())
    const deadlines = makeDeadlines(yield* ConsumeMillisMax)

    return SingleUse.of({
      consume: (id, until) =>
        Effect.callback<boolean, SingleUseUnavailable>((resume) => {
          if (pending >= consumptionsPendingMax) return resume(unavailable)
          pending++
          const done = deadlines.begin(() => resume(unavailable))
          lane.submitWithCallback({ id, until: until.getTime() }, (answer) => {
            done()
            // The group commit has already logged the reason of a failure.
            resume(Effect.catchDefect(answer, () => unavailable))
          })
        }),
      sweep: Effect.fnUntraced(function*(now) {
        for (let swept = 0;;) {
          const rows = yield* orDie(sql`DELETE FROM single_uses WHERE id IN
            (SELECT id FROM single_uses WHERE until < ${now.getTime()} LIMIT ${rowsSweptPerStatementMax}) RETURNING id`)
          swept += rows.length
          if (rows.length < rowsSweptPerStatementMax) return swept
          yield* Effect.yieldNow
        }
      })
    })
  })
)

const uses: InsertTarget<Use> = {
  table: "single_uses",
  columns: { id: "text", until: "integer" },
  cells: ({ id, until }) => [id, until],
  conflict: "(id) DO NOTHING"
}

/**
 * Deadlines of equal length with one shared timer. A timer and a fiber for each deadline would add a tenth to the cost
 * of a request.
 */
interface Deadlines {
  /**
   * @param end called at most once, when the deadline passes
   * @returns function that cancels the deadline
   */
  readonly begin: (end: () => void) => () => void
}

interface Wait {
  readonly since: number
  readonly end: () => void
}

/** @param millisMax duration of each deadline */
export const makeDeadlines = (millisMax: number): Deadlines => {
  // The deadlines in order of start, which is also the order in which they pass.
  const waits = new Set<Wait>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    timer = undefined
    const now = performance.now()
    for (const wait of waits) {
      const rest = wait.since + millisMax - now
      if (rest > 0) {
        timer = setTimeout(check, Math.ceil(rest))
        return
      }
      waits.delete(wait)
      wait.end()
    }
  }
  return {
    begin: (end) => {
      const wait: Wait = { since: performance.now(), end }
      waits.add(wait)
      timer ??= setTimeout(check, millisMax)
      return () => void waits.delete(wait)
    }
  }
}
