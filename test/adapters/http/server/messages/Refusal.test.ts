import { Cause } from "effect"
import { expect, it } from "vitest"
import { type Contract, okMessage } from "../../../../../adapters/http/api/EndpointContract.ts"
import {
  KeyInUse,
  MethodNotAllowed,
  RateExceeded,
  refusalOf,
  TooManyAtOnce
} from "../../../../../adapters/http/server/messages/Refusal.ts"
import { InvalidApiKey } from "../../../../../core/keys/Authenticate.ts"

const contract: Contract = {
  operation: "scan/url",
  auth: "api-key",
  body: "json",
  bodyBytesMax: 1_000,
  errorShape: okMessage,
  shapeErrors: "flat",
  idempotent: true,
  failures: {}
}

it.each([
  [new InvalidApiKey(), 401, ["WWW-Authenticate", "ApiKey realm=\"gatehouse\", header=\"API-KEY\""]],
  [new MethodNotAllowed(), 405, ["Allow", "POST"]],
  [new RateExceeded({ limit: 60, retryAfterSeconds: 7 }), 429, ["Retry-After", "7"]],
  [new TooManyAtOnce(), 429, ["Retry-After", "1"]],
  [new KeyInUse({ retryAfterSeconds: 2 }), 409, ["Retry-After", "2"]]
])("%s has its status and header", (failure, status, headers) => {
  expect(refusalOf(Cause.fail(failure), contract)).toMatchObject({ status, headers, closes: false, isFault: false })
})

it("a refused method lists the methods that pages may use", () => {
  const { headers } = refusalOf(Cause.fail(new MethodNotAllowed()), { ...contract, isReadByPages: true })
  expect(headers).toEqual(["Allow", "OPTIONS, POST"])
})

it("an unexpected error is a fault, with Retry-After where callers continue without a response", () => {
  const fault = Cause.die(new Error("out of luck"))
  expect(refusalOf(fault, contract)).toMatchObject({ status: 500, headers: [], isFault: true })
  expect(refusalOf(fault, { ...contract, faultStatus: 503 })).toMatchObject({
    status: 503,
    headers: ["Retry-After", "1"],
    isFault: true
  })
})

it("a fault leaves the connection open", () => {
  expect(refusalOf(Cause.die("fault"), contract)).toMatchObject({ status: 500, closes: false, isFault: true })
})
