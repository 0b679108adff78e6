/** Runs the real server with a site, and mints tokens for the site on request. */
import { Effect, Layer } from "effect"
import { HttpAddress } from "../../../adapters/http/server/connections/NodeServer.ts"
import { layerLogging } from "../../../apps/server/process/Logging.ts"
import { disableAllocationSitePretenuring, layerPorts, layerServer } from "../../../apps/server/Program.ts"
import { gatehouseConfig } from "../../../apps/server/settings/Config.ts"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { Seals } from "../../../core/kernel/Seals.ts"
import { runMaintenance } from "../../../core/maintenance/RunMaintenance.ts"
import { createSite } from "../../../core/sites/ManageSites.ts"
import { createToken } from "../shield/CreateToken.ts"
import { reportPort } from "./report.ts"

const program = Effect.gen(function*() {
  const { id: accountId } = yield* createAccount("bench")
  const hostnames = ["shop.example.com", "127.0.0.1"]
  const { secretKey, site } = yield* createSite({ accountId, name: "bench", hostnames })
  const seals = yield* Seals
  const { port } = yield* HttpAddress
  process.on("message", (wanted: unknown) => {
    if (typeof wanted !== "number") return
    process.send!({ tokens: Array.from({ length: wanted }, () => createToken(seals, site.id)) })
  })
  reportPort(port, { secret: secretKey, siteKey: site.siteKey })
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
