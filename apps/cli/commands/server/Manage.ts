import { Console, Effect, Option, Redacted, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { once } from "node:events"
import { openChunks } from "../../files/Lines.ts"
import { isUnencrypted, readManagementConfig } from "../../settings/Config.ts"
import { describeNetworkError } from "../../terminal/DescribeNetworkError.ts"
import { JsonFlag } from "../../terminal/Output.ts"

/** Path of the management API on a server. */
const managementPath = "/dashboard/api"
/** Maximum milliseconds until the response begins. */
const responseMillisMax = 60_000
/** Maximum bytes of a request body, which is more than the server accepts. */
const bodyBytesMax = 1_048_576

class ManageFailure extends Schema.TaggedError<ManageFailure>()("ManageFailure", { message: Schema.String }) {}

const keyMissing =
  "No management key is set. Create a key in the dashboard, or with `gatehouse management-keys create` on the " +
  "server. Then set GATEHOUSE_MANAGEMENT_KEY to the key, or GATEHOUSE_MANAGEMENT_KEY_FILE to a file that contains it."

export const manageCommand = Command.make(
  "manage",
  {
    method: Argument.Literals("method", ["get", "post", "put", "patch", "delete"]).pipe(
      Argument.withDescription("HTTP method of the endpoint")
    ),
    path: Argument.String("path").pipe(
      Argument.withDescription("Path of the endpoint below /dashboard/api, such as rules or \"requests?limit=10\"")
    ),
    data: Flag.String("data").pipe(
      Flag.withMetavar("JSON"),
      Flag.withDescription("JSON body of the request, as text, as @FILE, or - for standard input"),
      Flag.optional
    ),
    server: Flag.String("server").pipe(
      Flag.withDescription("URL of the server; overrides GATEHOUSE_SERVER"),
      Flag.optional
    )
  },
  Effect.fn(function*({ data, method, path, server }) {
    const { managementKey, serverUrl } = yield* readManagementConfig(Option.getOrUndefined(server))
    if (managementKey === null) return yield* new ManageFailure({ message: keyMissing })
    if (isUnencrypted(serverUrl)) {
      yield* Effect.logWarning(`The management key is sent to ${serverUrl} without encryption. Use https.`)
    }
    const body = Option.isNone(data) ? null : yield* readBody(data.value)
    const url = yield* endpointUrl(serverUrl, path)
    const response = yield* send(url, method.toUpperCase(), managementKey, body)
    if (!response.ok) return yield* failureOf(response)
    yield* print(response)
  })
).pipe(
  Command.withDescription(
    "Send a request to the management API of a running server. GATEHOUSE_SERVER sets the server (default: http://127.0.0.1:8080). " +
      "GATEHOUSE_MANAGEMENT_KEY or GATEHOUSE_MANAGEMENT_KEY_FILE sets the key. The output is JSON, or the text of an export."
  ),
  Command.withExamples([
    { command: "gatehouse manage get rules --server https://gatehouse.example.com", description: "List the rules" },
    {
      command: "gatehouse manage post keys --data '{\"name\":\"shop\",\"requestsPerMinute\":60}'",
      description: "Create an API key"
    },
    { command: "gatehouse manage post rules/import --data @rules.json", description: "Import rules from a file" },
    {
      command: "gatehouse manage get \"credits-export?format=csv\" > credits.csv",
      description: "Export the credit statement"
    }
  ])
)

const readBody = Effect.fnUntraced(function*(data: string) {
  const text = data === "-" || data.startsWith("@") ? yield* readText(data === "-" ? "-" : data.slice(1)) : data
  return yield* Effect.try({
    try: () => JSON.stringify(JSON.parse(text)),
    catch: () => new ManageFailure({ message: "The value of --data is not valid JSON." })
  })
})

const readText = (file: string) =>
  Effect.tryPromise({
    try: async () => {
      const chunks: Array<Uint8Array> = []
      let bytes = 0
      for await (const chunk of openChunks(file).chunks) {
        bytes += chunk.byteLength
        if (bytes > bodyBytesMax) throw new Error(`it has more than ${bodyBytesMax} bytes`)
        chunks.push(chunk)
      }
      return Buffer.concat(chunks).toString("utf8")
    },
    catch: (cause) =>
      new ManageFailure({
        message: `${file === "-" ? "Standard input" : file} cannot be read: ${describeNetworkError(cause)}.`
      })
  })

/** Returns the URL of an endpoint. Fails for a path that leaves the management API. */
const endpointUrl = (serverUrl: string, path: string) => {
  const base = `${serverUrl}${managementPath}/`
  const url = URL.parse(path.replace(/^\/+/, ""), base)
  return url === null || !url.href.startsWith(base)
    ? Effect.fail(
      new ManageFailure({ message: `${path} is not the path of an endpoint. Use a path such as rules or keys.` })
    )
    : Effect.succeed(url)
}

const send = (url: URL, method: string, key: Redacted.Redacted, body: string | null) =>
  Effect.tryPromise({
    try: () =>
      fetch(url, {
        method,
        headers: {
          Authorization: `Bearer ${Redacted.value(key)}`,
          ...body === null ? {} : { "Content-Type": "application/json" }
        },
        body,
        // A redirect could send the key to another host.
        redirect: "manual"
      }),
    catch: (cause) =>
      new ManageFailure({
        message: `The server at ${url.origin} cannot be reached: ${describeNetworkError(cause)}. ` +
          "Start it, or set GATEHOUSE_SERVER to its address."
      })
  }).pipe(
    Effect.timeoutOrElse({
      duration: responseMillisMax,
      orElse: () =>
        new ManageFailure({
          message: `The server at ${url.origin} did not respond within ${responseMillisMax / 1_000} seconds.`
        })
    })
  )

const ApiFailure = Schema.Struct({
  message: Schema.String,
  fields: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})

/** Fails with the message of the server, and with the message of each invalid field. */
const failureOf = Effect.fnUntraced(function*(response: Response) {
  const body = yield* Effect.promise(() => response.json().catch(() => null))
  const failure = Schema.decodeUnknownOption(ApiFailure)(body)
  const message = Option.match(failure, {
    onNone: () =>
      `The server responded with status ${response.status}. Check that GATEHOUSE_SERVER is the address of Gatehouse.`,
    onSome: ({ fields = {}, message }) =>
      [message, ...Object.entries(fields).map(([field, text]) => `${field}: ${text}`)].join("\n")
  })
  return yield* new ManageFailure({ message })
})

/** Prints JSON with indentation, with `--json` on one line. Prints an export as it arrives. */
const print = Effect.fnUntraced(function*(response: Response) {
  const type = response.headers.get("content-type") ?? ""
  if (response.status === 204) return
  if (!/^application\/json\b/.test(type)) {
    return yield* Effect.tryPromise({
      try: () => copyToOutput(response),
      catch: (cause) => new ManageFailure({ message: `The response broke off: ${describeNetworkError(cause)}.` })
    })
  }
  const json = yield* Effect.promise(() => response.json() as Promise<unknown>)
  yield* Console.log(JSON.stringify(json, null, (yield* JsonFlag) ? 0 : 2))
})

const copyToOutput = async (response: Response): Promise<void> => {
  for await (const chunk of response.body ?? []) {
    if (!process.stdout.write(chunk)) await once(process.stdout, "drain")
  }
}
