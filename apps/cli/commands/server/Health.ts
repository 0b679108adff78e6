import { Data, Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { gatehouseConfig, listeningUrl } from "../../../server/settings/Config.ts"
import { printResult } from "../../terminal/Output.ts"

/** Time for the response, in milliseconds, below the timeouts of container health checks. */
const healthMillisMax = 4_000

/** The server does not answer, or reports that it is not ready. */
class NotReady extends Data.TaggedError("NotReady")<{ readonly message: string }> {}

const Readiness = Schema.Struct({ status: Schema.String, database: Schema.String })

/** Asks `/readyz` of the server that listens at HOST and PORT on this machine. */
const readReadiness = (url: string) =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(healthMillisMax) })
      return { isReady: response.ok, ...Schema.decodeUnknownSync(Readiness)(await response.json()) }
    },
    catch: () => new NotReady({ message: `No Gatehouse server answers at ${url}. Start it, or set HOST and PORT.` })
  })

export const healthCommand = Command.make(
  "health",
  {},
  Effect.fn(function*() {
    const { host, port } = yield* gatehouseConfig
    const url = listeningUrl(host, port)
    const { database, isReady, status } = yield* readReadiness(url)
    if (!isReady) {
      return yield* new NotReady({ message: `The server at ${url} is ${status}; the database is ${database}.` })
    }
    yield* printResult({ url, status, database }, () => `The server at ${url} is ${status}.`)
  })
).pipe(
  Command.withDescription(
    "Report whether the server of HOST and PORT on this machine is ready, for health checks of containers. Exits with 1 if it is not."
  ),
  Command.withExamples([{ command: "gatehouse health", description: "Ask http://127.0.0.1:8080/readyz" }])
)
