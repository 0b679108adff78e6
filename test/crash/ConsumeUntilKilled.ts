import { Effect, Layer, Redacted } from "effect"
import { GroupCommit } from "../../adapters/storage/sql/commits/GroupCommit.ts"
import { migrate } from "../../adapters/storage/sql/migrations/Migrations.ts"
import * as SingleUseSql from "../../adapters/storage/sql/shield/SingleUseSql.ts"
import { layerDatabase } from "../../apps/server/Database.ts"
import { SingleUse } from "../../core/shield/SingleUse.ts"

/** Consumes ids concurrently, and prints each accepted id, until the process is killed. */
const [databaseUrl = ""] = process.argv.slice(2)
const idsAtOnce = 50
const until = new Date(4_000_000_000_000)

const consumeOne = (uses: SingleUse["Service"], id: string) =>
  Effect.map(uses.consume(id, until), (isFirst) => {
    // Writes directly to the pipe, so that the output survives the kill.
    if (isFirst) process.stdout.write(`${id}\n`)
  })

const program = Effect.gen(function*() {
  const uses = yield* SingleUse
  for (let round = 0;; round++) {
    const ids = Array.from({ length: idsAtOnce }, (_, n) => `token:${round}:${n}`)
    yield* Effect.forEach(ids, (id) => consumeOne(uses, id), { concurrency: "unbounded" })
  }
})

const storage = SingleUseSql.layer.pipe(
  Layer.provide(GroupCommit.layer),
  Layer.provideMerge(Layer.effectDiscard(migrate)),
  Layer.provideMerge(layerDatabase(Redacted.make(databaseUrl)))
)

await Effect.runPromise(Effect.provide(program, storage))
