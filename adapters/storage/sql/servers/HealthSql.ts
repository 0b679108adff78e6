import { Context, Duration, Effect, Layer } from "effect"
import { SqlError } from "effect/sql"
import { StorageHealth, StorageUnavailable } from "../../../../core/kernel/StorageHealth.ts"
import { GroupCommit } from "../commits/GroupCommit.ts"
import { Instances } from "./Instances.ts"

/**
 * Maximum interval between writes to an idle database. With the 2 s limit of a commit, an outage is detected within 4
 * s.
 */
export const testWriteMillis = 2_000
/** Maximum interval between writes while writes fail, so that a recovery is detected soon. */
export const failingWriteMillis = 500
/** Overrides both intervals in tests. */
export const TestWriteMillis = Context.Reference<{ readonly idle: number; readonly failing: number }>(
  "gatehouse/adapters/storage/sql/servers/TestWriteMillis",
  { defaultValue: () => ({ idle: testWriteMillis, failing: failingWriteMillis }) }
)

/**
 * Reports whether group commits succeed. If there are no other writes, it writes this instance's heartbeat as a test.
 * Reads are not a test, because they still succeed with a full disk or a read-only database.
 *
 * Damage is reported until a restart, because a later successful write does not prove that the damaged pages are
 * intact.
 */
export const layer: Layer.Layer<StorageHealth, never, GroupCommit | Instances> = Layer.effect(
  StorageHealth,
  Effect.gen(function*() {
    const groups = yield* GroupCommit
    const instances = yield* Instances
    const { failing, idle } = yield* TestWriteMillis
    let damage: string | null = null
    let problem: string | null = null

    const failed = (defect: unknown): void => {
      if (!(defect instanceof StorageUnavailable)) return
      problem = messageOf(defect.cause)
      if (isDamage(defect.cause)) damage = problem
    }

    const lane = groups.lane<null, void>({
      write: (items) => Effect.as(instances.writeHeartbeat, items.map(() => undefined))
    })

    const testWrites = Effect.gen(function*() {
      let commits = groups.counts().commits
      for (;;) {
        yield* Effect.sleep(Duration.millis(groups.isFailing() ? failing : idle))
        if (groups.isFailing() || groups.counts().commits === commits) {
          yield* Effect.catchDefect(lane.submit(null), (defect) => Effect.sync(() => failed(defect)))
        }
        commits = groups.counts().commits
      }
    })
    yield* Effect.forkScoped(Effect.withTracerEnabled(testWrites, false))

    return StorageHealth.of({
      state: () => {
        const isWritable = damage === null && !groups.isFailing()
        return { isWritable, problem: isWritable ? null : damage ?? problem ?? "Writes to the database fail." }
      },
      reportFailure: failed
    })
  })
)

/**
 * Reports whether an error means that the database is damaged. The codes are SQLITE_CORRUPT and SQLITE_NOTADB
 * (sqlite.org/rescode.html), and PostgreSQL's data_corrupted and index_corrupted (documentation, appendix A).
 */
const isDamage = (error: unknown): boolean => {
  if (!(error instanceof SqlError.SqlError)) return false
  const { cause } = error.reason
  if (typeof cause !== "object" || cause === null) return false
  if ("errcode" in cause && typeof cause.errcode === "number") return damagedCodes.has(cause.errcode & 0xff)
  return "code" in cause && (cause.code === "XX001" || cause.code === "XX002")
}

const damagedCodes: ReadonlySet<number> = new Set([11, 26])

const messageOf = (error: unknown): string => {
  const root = error instanceof SqlError.SqlError ? error.reason.cause : error
  return root instanceof Error ? root.message : String(root)
}
