/** Client and middleware for Effect programs: `import { GatehouseClient } from "gatehouse/effect"`. */
export {
  ConnectionError,
  type GatehouseFailure,
  ResponseError,
  type ResponseErrorCode,
  UnexpectedResponseError
} from "../client/index.ts"
export {
  type DocumentRequest,
  GatehouseClient,
  type GatehouseClientOptions,
  IdempotencyKey,
  InvalidRequest
} from "./GatehouseClient.ts"
export { FormRejected, makeFormScreen, makeUploadReceiver, UploadAborted, UploadRejected } from "./Middleware.ts"
