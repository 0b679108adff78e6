import { Effect, Layer, Redacted } from "effect"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { expect, it } from "vitest"
import { GroupCommit } from "../../adapters/storage/sql/commits/GroupCommit.ts"
import * as SingleUseSql from "../../adapters/storage/sql/shield/SingleUseSql.ts"
import { layerDatabase } from "../../apps/server/Database.ts"
import { SingleUse } from "../../core/shield/SingleUse.ts"
import { createScratchDatabase, describeOnEngines } from "./Engines.ts"
import { node, root } from "./ServerProcess.ts"

const idsMin = 300

/** Returns the ids that a child process accepted before `kill -9`. */
const consumeUntilKilled = (databaseUrl: string): Promise<ReadonlyArray<string>> =>
  new Promise((resolve, reject) => {
    const child = spawn(node.command[0]!, [join(root, "test/crash/ConsumeUntilKilled.ts"), databaseUrl], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"]
    })
    let out = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text
      if (out.split("\n").length > idsMin) child.kill("SIGKILL")
    })
    child.on("error", reject)
    // Drops the last line, which may be incomplete.
    child.on("close", () => resolve(out.split("\n").slice(0, -1)))
  })

describeOnEngines("kill -9 while tokens are used up", (engine) => {
  it("does not accept any of them a second time", async () => {
    const database = await createScratchDatabase(engine)
    try {
      const ids = await consumeUntilKilled(database.url)
      expect(ids.length).toBeGreaterThanOrEqual(idsMin)
      const again = SingleUse.use((uses) =>
        Effect.forEach(ids, (id) => uses.consume(id, new Date(0)), { concurrency: "unbounded" })
      )
      const storage = SingleUseSql.layer.pipe(
        Layer.provide(GroupCommit.layer),
        Layer.provide(layerDatabase(Redacted.make(database.url)))
      )
      expect(new Set(await Effect.runPromise(Effect.provide(again, storage)))).toEqual(new Set([false]))
    } finally {
      await database.remove()
    }
  })
})
