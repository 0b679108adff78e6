import { Console, Effect } from "effect"
import { Instances } from "../../../adapters/storage/sql/servers/Instances.ts"
import { baseUrlOf } from "../../server/BaseUrl.ts"
import { gatehouseConfig } from "../../server/Config.ts"

/**
 * Where a link leads: where the settings say that browsers come from, or where the server that runs on this database says that it is
 * reached. Without a server it is what the settings of this command make of it, which standard error says.
 */
export const linkBase = Effect.gen(function*() {
  const config = yield* gatehouseConfig
  if (config.publicUrl !== null) return config.publicUrl
  const announced = yield* Effect.orDie((yield* Instances).announced)
  if (announced !== null) return announced
  const url = baseUrlOf(config)
  yield* Console.error(
    `No server runs on this database: the link is for ${url}, as the settings of this command say. If the server will ` +
      "listen elsewhere, set GATEHOUSE_PUBLIC_URL, HOST or PORT as it has them, and make another."
  )
  return url
})
