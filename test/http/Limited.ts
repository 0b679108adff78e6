import { expect } from "vitest"
import type { TestResponse } from "../support/Server.ts"
import { type Endpoint, expectFlat } from "./Contract.ts"

/** Expects a refusal because of too many requests. Returns the seconds to wait before the next request. */
export const expectLimited = (answer: TestResponse, endpoint: Endpoint, limit: number): number => {
  expect(answer.status).toBe(429)
  expectFlat(answer, endpoint, new RegExp(`${limit} requests`))
  const retryAfter = answer.headers.get("retry-after")!
  expect(retryAfter).toMatch(/^[1-9]\d*$/)
  expect(Number(retryAfter)).toBeLessThanOrEqual(60)
  expect(answer.headers.get("ratelimit")).toBe(`"default";r=0;t=${retryAfter}`)
  expect(answer.headers.get("ratelimit-policy")).toBe(`"default";q=${limit};w=60`)
  return Number(retryAfter)
}
