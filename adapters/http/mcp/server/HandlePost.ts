import { Effect } from "effect"
import { HEADER_MISMATCH_ERROR_CODE, UNSUPPORTED_PROTOCOL_VERSION_ERROR_CODE } from "effect/ai/McpSchema"
import { decodeNameHeader } from "effect/ai/McpServer"
import { errorResponse, jsonRpcCodes, type JsonRpcMessage, type JsonRpcResponse } from "../protocol/JsonRpc.ts"
import { makeMcpConnections, protocolVersions, requestedVersion, statelessVersion } from "../protocol/McpConnections.ts"
import type { ApiCaller } from "../tools/AgentTool.ts"
import { agentTools } from "../tools/AgentTools.ts"

/** Response to a POST request. `response` is null if the message gets no response. */
export interface PostResponse {
  readonly status: 200 | 202 | 400 | 404
  readonly response: JsonRpcResponse | null
}

type ReadHeader = (name: string) => string | undefined

/** Revision of requests without the header `MCP-Protocol-Version` (MCP 2025-06-18, "Protocol version header"). */
const versionWithoutHeader = "2025-03-26"

/**
 * Builds the handler of decoded messages. Each request gets its own MCP connection, so the server keeps no sessions.
 * The requests of a client may reach different servers, and a restart does not disturb clients.
 */
export const makePostHandler = Effect.gen(function*() {
  const connections = yield* makeMcpConnections(agentTools({ readLocalFile: null }))
  return Effect.fnUntraced(
    function*(message: JsonRpcMessage, header: ReadHeader, caller: ApiCaller): Effect.fn.Return<PostResponse> {
      if (message.kind === "invalid") return { status: 400, response: message.response }
      // The server sends no requests that a response could answer. Each request has its own connection, so a
      // notification cannot cancel it.
      if (message.kind !== "request") return { status: 202, response: null }
      const problem = headerProblem(message, header)
      if (problem !== null) return { status: 400, response: problem }
      const response = yield* Effect.acquireUseRelease(
        Effect.sync(() => connections.connect(caller)),
        (connection) => {
          const isAgreed = message.method === "initialize" || requestedVersion(message.params) !== undefined
          const initialized = isAgreed ? Effect.void : connection.handle(initialize(header("mcp-protocol-version")))
          return Effect.andThen(initialized, connection.handle(message))
        },
        ({ close }) => close
      )
      return { status: isUnknownMethod(response, header) ? 404 : 200, response }
    }
  )
})

const initialize = (protocolVersion = versionWithoutHeader): JsonRpcMessage => ({
  kind: "request",
  id: "initialize",
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "unknown", version: "unknown" } }
})

/** Reports whether the response is an error for which revisions since 2026-07-28 require the status 404. */
const isUnknownMethod = (response: JsonRpcResponse | null, header: ReadHeader): boolean =>
  header("mcp-protocol-version") === statelessVersion && response !== null && "error" in response &&
  response.error.code === jsonRpcCodes.methodNotFound

/** Returns an error if the headers contradict the message, because a proxy may have relied on the headers. */
const headerProblem = (
  { id, method, params }: Extract<JsonRpcMessage, { readonly kind: "request" }>,
  header: ReadHeader
): JsonRpcResponse | null => {
  const version = header("mcp-protocol-version")
  if (method !== "initialize" && version !== undefined && !protocolVersions.includes(version)) {
    return errorResponse(
      id,
      UNSUPPORTED_PROTOCOL_VERSION_ERROR_CODE,
      `The protocol version ${version} is not supported.`,
      { supported: protocolVersions, requested: version }
    )
  }
  const claimed = requestedVersion(params)
  if (claimed === undefined && version !== statelessVersion) return null
  const mismatch = (name: string) =>
    errorResponse(id, HEADER_MISMATCH_ERROR_CODE, `The header ${name} does not match the message.`)
  if (claimed !== version) return mismatch("MCP-Protocol-Version")
  if (header("mcp-method") !== method) return mismatch("Mcp-Method")
  return method !== "tools/call" || nameOf(params) === decodeNameHeader(header("mcp-name") ?? "")
    ? null
    : mismatch("Mcp-Name")
}

const nameOf = (params: unknown): unknown =>
  typeof params === "object" && params !== null && "name" in params ? params.name : undefined

export type PostHandler = Effect.Success<typeof makePostHandler>
