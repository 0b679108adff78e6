import { Effect } from "effect"
import { statSync } from "node:fs"

/** Receives the progress of a copy: bytes written so far, and bytes expected in all. */
export type Watcher = (bytes: number, bytesExpected: number) => void

const watchMillis = 100

/** Reports the size of a file while `work` writes it, and once more when it is written. */
export const watchingSize = <A, E>(
  file: string,
  bytesExpected: number,
  watch: Watcher,
  work: Effect.Effect<A, E>
): Effect.Effect<A, E> => {
  const look = () => {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat !== undefined) watch(stat.size, bytesExpected)
  }
  return Effect.acquireUseRelease(
    Effect.sync(() => setInterval(look, watchMillis)),
    () => Effect.tap(work, () => Effect.sync(look)),
    (timer) => Effect.sync(() => clearInterval(timer))
  )
}
