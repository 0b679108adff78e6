import { Duration, Effect, Redacted, Semaphore } from "effect"
import type { ApiBody, ApiCaller, ApiReply } from "../../../adapters/http/mcp/tools/AgentTool.ts"
import { ToolFailure } from "../../../adapters/http/mcp/tools/AgentTool.ts"
import { balanceEndpoint, balanceToolName } from "../../../adapters/http/mcp/tools/BalanceTool.ts"
import { uncheckedNote } from "../../../adapters/http/mcp/tools/DescribeRefusal.ts"
import { toFormData } from "../../../adapters/http/mcp/tools/ToFormData.ts"
import { propertyOf } from "../../server/process/StartFailure.ts"
import { describeNetworkError } from "../terminal/DescribeNetworkError.ts"

export interface RemoteOptions {
  /** URL of the server without a trailing slash. */
  readonly serverUrl: string
  readonly apiKey: Redacted.Redacted
  /** Maximum milliseconds for a request. */
  readonly requestMillisMax?: number
}

/** Maximum number of requests to the server at the same time. Further calls wait. */
export const requestsConcurrentMax = 8
/** Maximum milliseconds for a request, including the time in the server's queues. */
export const requestMillisMaxDefault = 120_000
/** Maximum bytes of a response. The largest is the result of 500 email addresses, of about 150 kB. */
export const responseBytesMax = 8 * 1024 * 1024

type HeadersSent = Readonly<Record<string, string>>

/** Sends the requests of tools to a server over HTTP. */
export const makeRemoteCaller = Effect.fnUntraced(function*(options: RemoteOptions) {
  const slots = yield* Semaphore.make(requestsConcurrentMax)
  const post = (path: string, body: ApiBody, headers: HeadersSent = {}) =>
    slots.withPermit(postTo(options, path, body, headers))
  const caller: ApiCaller = {
    send: ({ body, path }) =>
      path === balanceEndpoint.path
        ? Effect.flatMap(post("/mcp", balanceCall, balanceHeaders), toBalanceReply)
        : post(path, body)
  }
  return caller
})

const postTo = (
  { apiKey, requestMillisMax = requestMillisMaxDefault, serverUrl }: RemoteOptions,
  path: string,
  body: ApiBody,
  headers: HeadersSent
) =>
  Effect.tryPromise({
    try: async (signal): Promise<ApiReply> => {
      const response = await fetch(`${serverUrl}${path}`, {
        method: "POST",
        headers: {
          "API-KEY": Redacted.value(apiKey),
          ..."json" in body ? { "Content-Type": "application/json" } : {},
          ...headers
        },
        body: "json" in body ? JSON.stringify(body.json) : toFormData(body.form),
        // A redirect could send the key to another host.
        redirect: "manual",
        signal
      })
      return {
        status: response.status,
        body: await readText(response),
        header: (name) => response.headers.get(name) ?? undefined
      }
    },
    catch: (cause) => unreachable(serverUrl, describeNetworkError(cause))
  }).pipe(
    Effect.timeoutOrElse({
      duration: Duration.millis(requestMillisMax),
      orElse: () => unreachable(serverUrl, `no answer within ${requestMillisMax / 1_000} seconds`)
    })
  )

const readText = async (response: Response): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > responseBytesMax) throw new Error(`the answer has more than ${responseBytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

const unreachable = (serverUrl: string, why: string) =>
  new ToolFailure({
    message:
      `The Gatehouse server at ${serverUrl} cannot be reached: ${why}. Ask the user to start it, or to set GATEHOUSE_SERVER ` +
      `to its address. ${uncheckedNote}`
  })

/** Call of the tool on the server, which has no endpoint for the balance. */
const balanceCall = {
  json: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: balanceToolName, arguments: {} } }
}

/** Names a revision of the protocol whose results are structured. */
const balanceHeaders = { "MCP-Protocol-Version": "2025-11-25" }

/** Extracts the response of the endpoint from the response to `balanceCall`. */
const toBalanceReply = (reply: ApiReply): Effect.Effect<ApiReply, ToolFailure> => {
  const message: unknown = parseJson(reply.body)
  const result = propertyOf(message, "result")
  const [content] = [propertyOf(result, "content")].flat()
  if (propertyOf(result, "isError") === true) {
    return new ToolFailure({ message: String(propertyOf(content, "text")) })
  }
  const structured = propertyOf(result, "structuredContent")
  return Effect.succeed(
    structured === undefined
      ? { ...reply, body: JSON.stringify({ message: propertyOf(propertyOf(message, "error"), "message") }) }
      : { ...reply, body: JSON.stringify(structured) }
  )
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
