import { Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { isUnencrypted, readAgentConfig } from "../../settings/Config.ts"

class MissingApiKey extends Schema.TaggedError<MissingApiKey>()("MissingApiKey", {}) {
  override get message(): string {
    return "No API key is set. Create one with `gatehouse keys create --name agent`, and set GATEHOUSE_API_KEY, or set " +
      "GATEHOUSE_API_KEY_FILE to a file that contains it."
  }
}

export const mcpCommand = Command.make(
  "mcp",
  {
    server: Flag.String("server").pipe(
      Flag.withDescription("URL of the server, instead of GATEHOUSE_SERVER"),
      Flag.optional
    ),
    files: Flag.String("files").pipe(
      Flag.withDescription("Only folder whose documents may be scanned (default: all files that you can read)"),
      Flag.optional
    )
  },
  Effect.fn(function*({ files, server }) {
    const { apiKey, serverUrl, uploadBytesMax } = yield* readAgentConfig(Option.getOrUndefined(server))
    if (apiKey === null) return yield* new MissingApiKey()
    if (isUnencrypted(serverUrl)) {
      yield* Effect.logWarning(`The API key and all documents are sent to ${serverUrl} without encryption. Use https.`)
    }
    const [{ agentTools }, { makeRemoteCaller }, { readLocalDocument }, { serveStdio }] = yield* Effect.promise(() =>
      Promise.all([
        import("../../../../adapters/http/mcp/tools/AgentTools.ts"),
        import("../../mcp/RemoteCaller.ts"),
        import("../../mcp/ReadLocalDocument.ts"),
        import("../../mcp/ServeStdio.ts")
      ])
    )
    const readLocalFile = readLocalDocument({ bytesMax: uploadBytesMax, folder: Option.getOrNull(files) })
    const caller = yield* makeRemoteCaller({ serverUrl, apiKey })
    yield* serveStdio(agentTools({ readLocalFile }), caller, { input: process.stdin, writeLine: writeToOutput })
  })
).pipe(
  Command.withDescription(
    "Serve the checks to an AI agent as MCP tools, over standard input and output. The agent's client starts this command. It sends " +
      "each check to the server of GATEHOUSE_SERVER (default http://127.0.0.1:8080) with the API key of GATEHOUSE_API_KEY or " +
      "GATEHOUSE_API_KEY_FILE, which pays for it. Clients without standard input and output connect to /mcp on the server."
  ),
  Command.withExamples([
    {
      command: "GATEHOUSE_API_KEY_FILE=~/.gatehouse-key gatehouse mcp --server https://gatehouse.example.com",
      description: "The command for an MCP client"
    },
    { command: "gatehouse mcp --files ~/Downloads", description: "Let the agent scan documents of one folder only" }
  ])
)

const writeToOutput = (line: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(`${line}\n`, (error) => error ? reject(error) : resolve())
  })
