import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { SingleUse, SingleUseUnavailable } from "../../../../core/shield/SingleUse.ts"
import { GroupCommit } from "../commits/GroupCommit.ts"
import { insertReturning, type Target } from "../statements/Dialect.ts"
import { orDie } from "../statements/Outage.ts"
import { text } from "../statements/Row.ts"

/** Nobody waits longer for an answer: whoever asks has a form to let through. */
export const consumeMillisMax = 1_500
/** The same, where tests wait for it. */
export const ConsumeMillisMax = Context.Reference<number>("gatehouse/adapters/storage/sql/shield/ConsumeMillisMax", {
  defaultValue: () => consumeMillisMax
})
/** Questions that the database has not answered, those included that nobody waits for any more; beyond it nobody asks. */
export const consumptionsPendingMax = 5_000

/** Rows removed with one statement, so that nobody waits long behind it. */
export const sweptAtOnceMax = 1_000

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
      write: Effect.fnUntraced(function*(asked) {
        // In one order everywhere, so that two instances that write the same ids do not wait for each other.
        const inOrder = asked.toSorted((a, b) => a.id < b.id ? -1 : 1)
        const rows = yield* insertReturning(sql, uses, inOrder, "id")
        const won = new Set(rows.map((row) => text(row, "id")))
        // Of those who asked for one id together, the first has it.
        return asked.map(({ id }) => won.delete(id))
      }),
      outcome: (isFirst) => {
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
          lane.ask({ id, until: until.getTime() }, (answer) => {
            done()
            // Of a group that failed, its commit has said in the log why.
            resume(Effect.catchDefect(answer, () => unavailable))
          })
        }),
      sweep: Effect.fnUntraced(function*(now) {
        for (let swept = 0;;) {
          const rows = yield* orDie(sql`DELETE FROM single_uses WHERE id IN
            (SELECT id FROM single_uses WHERE until < ${now.getTime()} LIMIT ${sweptAtOnceMax}) RETURNING id`)
          swept += rows.length
          if (rows.length < sweptAtOnceMax) return swept
          yield* Effect.yieldNow
        }
      })
    })
  })
)

const uses: Target<Use> = {
  table: "single_uses",
  columns: { id: "text", until: "integer" },
  cells: ({ id, until }) => [id, until],
  conflict: "(id) DO NOTHING"
}

/** Waits that may each take as long, ended with one timer for all: one for each, with a fiber, cost a tenth of a request. */
interface Deadlines {
  /**
   * @param end called when the time is over, and at most once
   * @returns to be called when there is nothing to wait for any more
   */
  readonly begin: (end: () => void) => () => void
}

interface Wait {
  readonly since: number
  readonly end: () => void
}

/** @param millisMax of each wait */
export const makeDeadlines = (millisMax: number): Deadlines => {
  // In the order in which they began, which is that in which they end.
  const waits = new Set<Wait>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    timer = undefined
    const now = performance.now()
    for (const wait of waits) {
      const rest = wait.since + millisMax - now
      if (rest > 0) {
        timer = setTimeout(look, Math.ceil(rest))
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
      timer ??= setTimeout(look, millisMax)
      return () => void waits.delete(wait)
    }
  }
}
