import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  addAttempt,
  type AttemptLimits,
  removeAttempt,
  SignInAttempts,
  waitMillisBeforeAttempt
} from "../../../../core/members/passwords/SignInAttempts.ts"
import { orDie } from "../statements/Outage.ts"
import { jsonReader, requireRow, tableReader } from "../statements/Row.ts"

type Times = ReadonlyArray<number>

const times = jsonReader("a JSON array of numbers", Schema.is(Schema.Array(Schema.Number)))
const timesOf = tableReader("sign_in_tries", (row) => times(row, "times"))

export const layer: Layer.Layer<SignInAttempts, never, SqlClient.SqlClient> = Layer.effect(
  SignInAttempts,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const write = (key: string, times: Times) =>
      sql`UPDATE sign_in_tries SET times = ${JSON.stringify(times)}, last_at = ${times.at(-1) ?? 0} WHERE key = ${key}`

    /** Reads the attempts and locks their row until the transaction ends. The upsert also locks an existing row. */
    const held = Effect.fnUntraced(function*(key: string, now: number) {
      const rows = yield* sql`INSERT INTO sign_in_tries (key, times, last_at) VALUES (${key}, '[]', ${now})
        ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING times`
      return timesOf(requireRow(rows))
    })

    /**
     * Returns the wait in milliseconds without writing. A flood of refused attempts therefore does not load the disk.
     */
    const mustWait = Effect.fnUntraced(function*(key: string, now: number, limits: AttemptLimits) {
      const [row] = yield* orDie(sql`SELECT times FROM sign_in_tries WHERE key = ${key}`)
      return row === undefined ? 0 : waitMillisBeforeAttempt(timesOf(row), now, limits)
    })

    const count = Effect.fnUntraced(
      function*(key: string, now: number, limits: AttemptLimits) {
        const times = yield* held(key, now)
        const wait = waitMillisBeforeAttempt(times, now, limits)
        if (wait === 0) yield* write(key, addAttempt(times, now, limits))
        return wait
      },
      (work) => orDie(sql.withTransaction(work))
    )

    return SignInAttempts.of({
      begin: Effect.fnUntraced(function*(key, at, limits) {
        const wait = yield* mustWait(key, at.getTime(), limits)
        return wait > 0 ? wait : yield* count(key, at.getTime(), limits)
      }),
      undo: Effect.fnUntraced(
        function*(key, at) {
          const times = yield* held(key, at.getTime())
          yield* write(key, removeAttempt(times, at.getTime()))
        },
        (work) => orDie(sql.withTransaction(work))
      ),
      clear: (key) => orDie(Effect.asVoid(sql`DELETE FROM sign_in_tries WHERE key = ${key}`)),
      sweep: (before) =>
        sql`DELETE FROM sign_in_tries WHERE last_at < ${before.getTime()} RETURNING key`.pipe(
          Effect.map((rows) => rows.length),
          orDie
        )
    })
  })
)
