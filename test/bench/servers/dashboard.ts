/**
 * Runs the real server on a database from `scripts/seed.ts`, with a session of its owner.
 *
 * Reports how long its thread was blocked.
 */
import { Effect, Layer } from "effect"
import { HttpAddress } from "../../../adapters/http/server/connections/NodeServer.ts"
import { layerLogging } from "../../../apps/server/process/Logging.ts"
import { layerPorts, layerServer } from "../../../apps/server/Program.ts"
import { gatehouseConfig } from "../../../apps/server/settings/Config.ts"
import { operatorAccountId } from "../../../core/accounts/ManageAccounts.ts"
import { Members } from "../../../core/members/Members.ts"
import { startSession } from "../../../core/members/sessions/StartSession.ts"

/**
 * Maximum CPU microseconds of the server's thread between two ticks of a timer.
 *
 * On an idle machine, this is the longest time for which the thread was blocked.
 */
let blockedMicros = 0
let last = process.threadCpuUsage()
const watch = () => {
  const now = process.threadCpuUsage()
  blockedMicros = Math.max(blockedMicros, now.user + now.system - last.user - last.system)
  last = now
}

const program = Effect.gen(function*() {
  const accountId = yield* operatorAccountId
  const [owner] = yield* (yield* Members).list(accountId ?? "")
  if (owner === undefined) throw new Error("The database has no member: fill it with scripts/seed.ts")
  const { token } = yield* startSession(owner, { address: "127.0.0.1", userAgent: "bench" })
  const { port } = yield* HttpAddress
  setInterval(watch, 1)
  process.on("message", () => {
    watch()
    process.send!({ cpu: process.cpuUsage(), blockedMillis: blockedMicros / 1_000 })
    blockedMicros = 0
  })
  process.on("disconnect", () => process.exit(0))
  process.send!({ port, token })
  return yield* Effect.never
})

Effect.runFork(Effect.gen(function*() {
  const config = yield* gatehouseConfig
  return yield* program.pipe(
    Effect.provide(layerServer(config).pipe(Layer.provideMerge(layerPorts(config)))),
    Effect.provide(layerLogging(config))
  )
}))
