import { Cause } from "effect"
import { expect, it } from "vitest"
import { type EndpointProperties, okMessageShape } from "../../../../../adapters/http/api/EndpointContract.ts"
import {
  IdempotencyKeyInUse,
  MethodNotAllowed,
  RateLimitExceeded,
  toErrorResponse,
  TooManyConcurrentRequests
} from "../../../../../adapters/http/server/messages/ErrorResponse.ts"
import { InvalidApiKey } from "../../../../../core/keys/Authenticate.ts"

const contract: EndpointProperties = {
  operation: "scan/url",
  auth: "api-key",
  body: "json",
  bodyBytesMax: 1_000,
  errorShape: okMessageShape,
  validationErrorShape: "flat",
  supportsIdempotencyKey: true,
  failureStatuses: {}
}

it.each([
  [new InvalidApiKey(), 401, ["WWW-Authenticate", "ApiKey realm=\"gatehouse\", header=\"API-KEY\""]],
  [new MethodNotAllowed(), 405, ["Allow", "POST"]],
  [new RateLimitExceeded({ limit: 60, retryAfterSeconds: 7 }), 429, ["Retry-After", "7"]],
  [new TooManyConcurrentRequests(), 429, ["Retry-After", "1"]],
  [new IdempotencyKeyInUse({ retryAfterSeconds: 2 }), 409, ["Retry-After", "2"]]
])("%s has its status and header", (failure, status, headers) => {
  expect(toErrorResponse(Cause.fail(failure), contract)).toMatchObject({
    status,
    headers,
    closesConnection: false,
    isServerFault: false
  })
})

it("a refused method lists the methods that pages may use", () => {
  const { headers } = toErrorResponse(Cause.fail(new MethodNotAllowed()), { ...contract, isCrossOrigin: true })
  expect(headers).toEqual(["Allow", "OPTIONS, POST"])
})

it("an unexpected error is a server fault, with Retry-After if the endpoint reports faults with status 503", () => {
  const fault = Cause.die(new Error("out of luck"))
  expect(toErrorResponse(fault, contract)).toMatchObject({ status: 500, headers: [], isServerFault: true })
  expect(toErrorResponse(fault, { ...contract, serverFaultStatus: 503 })).toMatchObject({
    status: 503,
    headers: ["Retry-After", "1"],
    isServerFault: true
  })
})

it("a fault leaves the connection open", () => {
  expect(toErrorResponse(Cause.die("fault"), contract)).toMatchObject({
    status: 500,
    closesConnection: false,
    isServerFault: true
  })
})
