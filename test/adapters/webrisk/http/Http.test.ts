import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { Blocks, joinBuffers } from "../../../../adapters/webrisk/http/Blocks.ts"
import {
  errorBytesMax,
  http,
  type HttpRequest,
  parseJsonBody,
  parseRetryAfterMillis
} from "../../../../adapters/webrisk/http/Http.ts"

const key = "AIza-secret"

let seen: IncomingMessage["headers"] = {}
const routes: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  "/json": (response, { headers }) => {
    seen = headers
    response.end(JSON.stringify({ threat: "ü" }))
  },
  "/large": (response) => response.end(new Uint8Array(600_000).fill(7)),
  "/zip": (response) => {
    response.setHeader("content-encoding", "gzip")
    response.end(gzipSync(new Uint8Array(10_000_000)))
  },
  "/none": (response) => response.writeHead(304).end(),
  "/cut": (response) => {
    response.writeHead(200, { "content-length": "100" })
    response.write("{", () => response.destroy())
  },
  "/reset": (response) => response.destroy(),
  "/slow": () => undefined,
  "/slow-body": (response) => void response.write("{"),
  "/busy": (response) => response.writeHead(429, { "retry-after": "120" }).end(`{"error":"quota"}`),
  "/fails": (response) => response.writeHead(500).end("x".repeat(errorBytesMax * 2)),
  "/moved": (response) => response.writeHead(302, { location: "/json" }).end()
}
const server = createServer((request, response) => routes[request.url!.split("?")[0]!]!(response, request))
const url = (path: string) => new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}?key=${key}`)

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)))
afterAll(() => server.close().closeAllConnections())

const ask = (path: string, given: Partial<HttpRequest> = {}) =>
  http({ url: url(path), millisMax: 5_000, bytesMax: 1_000_000, headers: { "x-key": key }, ...given })

const failureOf = (path: string, given: Partial<HttpRequest> = {}) =>
  Effect.map(Effect.result(ask(path, given)), (result) => {
    if (!Result.isFailure(result)) throw new Error("it answered")
    expect(JSON.stringify(result.failure) + String(result.failure)).not.toContain(key)
    expect(result.failure.message).toContain(`127.0.0.1:${url("/").port}${path} `)
    return result.failure
  })

describe("an HTTP request", () => {
  it.live("sends the given data and returns the response", () =>
    Effect.gen(function*() {
      const answer = yield* ask("/json")
      expect(yield* parseJsonBody(url("/json"), answer)).toEqual({ threat: "ü" })
      expect(seen["x-key"]).toBe(key)
      expect((yield* ask("/none")).status).toBe(304)
      const large = joinBuffers((yield* ask("/large")).blocks)
      expect(large.length).toBe(600_000)
      expect(large.every((byte) => byte === 7)).toBe(true)
    }))

  it.live.each([
    { path: "/cut", problem: "unreached" },
    { path: "/reset", problem: "unreached" },
    { path: "/slow", problem: "slow", millisMax: 100 },
    { path: "/slow-body", problem: "slow", millisMax: 100 },
    { path: "/large", problem: "too long", bytesMax: 599_999 },
    { path: "/zip", problem: "too long" },
    { path: "/moved", problem: "status", status: 302 },
    { path: "/busy", problem: "status", status: 429, retryAfterMillis: 120_000 },
    { path: "/fails", problem: "status", status: 500 }
  ])(
    "of $path fails as $problem",
    ({ path, problem, status = null, retryAfterMillis = null, ...limits }) =>
      Effect.gen(function*() {
        expect(yield* failureOf(path, limits)).toMatchObject({ problem, status, retryAfterMillis })
      })
  )

  it.live("includes the vendor's error if it is short", () =>
    Effect.gen(function*() {
      expect(new TextDecoder().decode((yield* failureOf("/busy")).body)).toBe(`{"error":"quota"}`)
      expect((yield* failureOf("/fails")).body.length).toBe(0)
    }))

  it.live("reports that no server is listening", () =>
    Effect.gen(function*() {
      const result = yield* Effect.result(http({
        url: new URL(`http://127.0.0.1:1/path?key=${key}`),
        millisMax: 5_000,
        bytesMax: 1
      }))
      expect(Result.isFailure(result) && result.failure).toMatchObject({ problem: "unreached" })
      expect(String(Result.isFailure(result) && result.failure.message)).toMatch(
        /^127\.0\.0\.1:1\/path could not .*\w\.$/
      )
    }))

  it.live("reports a response that is not JSON", () =>
    Effect.gen(function*() {
      const blocks = [new Uint8Array([0xff, 0x7b]).buffer]
      const result = yield* Effect.result(parseJsonBody(url("/x"), { status: 200, headers: new Headers(), blocks }))
      expect(Result.isFailure(result) && result.failure.problem).toBe("content")
    }))
})

describe("Retry-After", () => {
  const now = Date.UTC(2026, 0, 1)
  it.each([
    ["120", 120_000],
    [" 0 ", 0],
    ["Thu, 01 Jan 2026 00:01:00 GMT", 60_000],
    ["Wed, 31 Dec 2025 23:00:00 GMT", 0],
    ["-5", null],
    ["1e9", null],
    ["99999999999", null],
    ["soon", null],
    ["", null],
    [null, null]
  ])("%j is %j ms", (text, millis) => {
    expect(parseRetryAfterMillis(text, now)).toBe(millis)
  })
})

describe("chunks", () => {
  it.each([0, 1, 262_143, 262_144, 262_145, 600_000])("keep their %i bytes unchanged", (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => at % 251)
    const blocks = new Blocks()
    for (let at = 0; at < length; at += 60_001) blocks.add(bytes.subarray(at, at + 60_001))
    expect(blocks.length).toBe(length)
    expect(blocks.buffers().every(({ byteLength }) => byteLength > 0)).toBe(true)
    expect(joinBuffers(blocks.buffers())).toEqual(bytes)
  })
})
