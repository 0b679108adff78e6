/**
 * Client of the Gatehouse API: `import { createClient } from "gatehouse/client"`. It requires only `fetch`, so it runs
 * on Node 20 and newer, Bun, Deno, and edge workers.
 */
export { type Client, type ClientMethods, createClient, type Detailed, type DetailedMethods } from "./Client.ts"
export {
  ConnectionError,
  type ConnectionErrorCode,
  GatehouseError,
  type GatehouseFailure,
  isGatehouseError,
  type RateLimit,
  ResponseError,
  type ResponseErrorCode,
  UnexpectedResponseError
} from "./Errors.ts"
export type { CallLimits, CallOptions, ClientOptions, Retry } from "./Options.ts"
export type { ResponseMetadata } from "./Outcome.ts"
export type * from "./Types.ts"
