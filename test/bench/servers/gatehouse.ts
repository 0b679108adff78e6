/** Runs the real server as `npm start` does, with a key whose rate limit the benchmarks do not reach. */
import { Effect, Layer } from "effect"
import { HttpAddress } from "../../../adapters/http/server/connections/NodeServer.ts"
import { layerLogging } from "../../../apps/server/process/Logging.ts"
import { disableAllocationSitePretenuring, layerPorts, layerServer } from "../../../apps/server/Program.ts"
import { gatehouseConfig } from "../../../apps/server/settings/Config.ts"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { grantCredits } from "../../../core/credits/ManageCredits.ts"
import { requestsPerMinuteMax } from "../../../core/keys/ApiKey.ts"
import { createApiKey } from "../../../core/keys/ManageKeys.ts"
import { runMaintenance } from "../../../core/maintenance/RunMaintenance.ts"
import { reportPort } from "./report.ts"

const program = Effect.gen(function*() {
  const account = yield* createAccount("bench")
  yield* grantCredits({ accountId: account.id, amount: 1_000_000_000, note: "bench" })
  const { text } = yield* createApiKey({
    accountId: account.id,
    name: "bench",
    requestsPerMinute: requestsPerMinuteMax
  })
  const { port } = yield* HttpAddress
  reportPort(port, { key: text })
  return yield* runMaintenance(30)
})

disableAllocationSitePretenuring()
Effect.runFork(Effect.gen(function*() {
  const config = yield* gatehouseConfig
  return yield* program.pipe(
    Effect.provide(layerServer(config).pipe(Layer.provideMerge(layerPorts(config)))),
    Effect.provide(layerLogging(config))
  )
}))
