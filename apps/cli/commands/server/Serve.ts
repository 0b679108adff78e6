import { ConfigProvider, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { withServeFlags } from "../../storage/Config.ts"
import { JsonFlag } from "../../terminal/Output.ts"

export const serveCommand = Command.make(
  "serve",
  {
    host: Flag.String("host").pipe(Flag.withDescription("Address to listen on, instead of HOST"), Flag.optional),
    port: Flag.Int("port").pipe(Flag.withDescription("TCP port, instead of PORT; 0 picks a free one"), Flag.optional)
  },
  Effect.fn(function*({ host, port }) {
    const isJson = yield* JsonFlag
    const flags = { host: Option.getOrUndefined(host), port: Option.getOrUndefined(port), isJson }
    const { serve } = yield* Effect.promise(() => import("../../../server/Program.ts"))
    yield* Effect.provideService(serve, ConfigProvider.ConfigProvider, withServeFlags(flags))
  })
).pipe(
  Command.withDescription(
    "Start the server with the settings from the environment. With --json, the log is one JSON object per line."
  ),
  Command.withExamples([
    { command: "gatehouse serve", description: "On http://127.0.0.1:8080, with a database in ./data" },
    { command: "gatehouse serve --host 0.0.0.0 --port 80", description: "Listen on all IPv4 addresses" },
    { command: "DATABASE_URL=postgres://gatehouse@db/gatehouse gatehouse serve", description: "With PostgreSQL" }
  ])
)
