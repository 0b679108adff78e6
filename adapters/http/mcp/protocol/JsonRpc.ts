/** Error codes of JSON-RPC 2.0. `refused` is from the range that the specification reserves for servers. */
export const jsonRpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  internalError: -32603,
  refused: -32000
} as const

/** Maximum size of a message in bytes: a document of 4 MiB in Base64, and its envelope. */
export const messageBytesMax = 6 * 1024 * 1024

/** Maximum characters of a request ID. */
export const idCharsMax = 1_000

export type JsonRpcId = string | number

export interface JsonRpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** Response to a request. The ID is null if the request has no valid ID. */
export type JsonRpcResponse =
  | { readonly jsonrpc: "2.0"; readonly id: JsonRpcId; readonly result: unknown }
  | { readonly jsonrpc: "2.0"; readonly id: JsonRpcId | null; readonly error: JsonRpcError }

/** Message of a client. Responses of a client are ignored, because the server sends no requests. */
export type JsonRpcMessage =
  | { readonly kind: "request"; readonly id: JsonRpcId; readonly method: string; readonly params: unknown }
  | { readonly kind: "notification"; readonly method: string; readonly params: unknown }
  | { readonly kind: "response" }
  | { readonly kind: "invalid"; readonly response: JsonRpcResponse }

export const errorResponse = (
  id: JsonRpcId | null,
  code: number,
  message: string,
  data?: unknown
): JsonRpcResponse => ({
  jsonrpc: "2.0",
  id,
  error: data === undefined ? { code, message } : { code, message, data }
})

/** Parses a message. For an invalid message, the result contains the error response. */
export const parseMessage = (text: string): JsonRpcMessage => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return invalid(null, jsonRpcCodes.parseError, "The message is not valid JSON.")
  }
  return toMessage(value)
}

const toMessage = (value: unknown): JsonRpcMessage => {
  if (Array.isArray(value)) return invalidRequest(null, "Batches are not supported. Send one message at a time.")
  if (typeof value !== "object" || value === null) return invalidRequest(null, "The message must be a JSON object.")
  const fields: { readonly [name: string]: unknown } = { ...value }
  const { error, id, jsonrpc, method, params, result } = fields
  const validId = isId(id) ? id : null
  if (jsonrpc !== "2.0") return invalidRequest(validId, "The field jsonrpc must be \"2.0\".")
  if (method === undefined && (result !== undefined || error !== undefined)) return { kind: "response" }
  if (typeof method !== "string") return invalidRequest(validId, "The field method must be a string.")
  if (id === undefined) return { kind: "notification", method, params: params ?? null }
  return validId === null
    ? invalidRequest(null, `The field id must be a string of at most ${idCharsMax} characters, or a number.`)
    : { kind: "request", id: validId, method, params: params ?? null }
}

const isId = (id: unknown): id is JsonRpcId => typeof id === "string" ? id.length <= idCharsMax : typeof id === "number"

const invalid = (id: JsonRpcId | null, code: number, message: string): JsonRpcMessage => ({
  kind: "invalid",
  response: errorResponse(id, code, message)
})

const invalidRequest = (id: JsonRpcId | null, message: string) => invalid(id, jsonRpcCodes.invalidRequest, message)
