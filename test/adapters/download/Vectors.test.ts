import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { DownloadLimits } from "../../../adapters/download/DownloadLimits.ts"
import { needs } from "../../support/TestRun.ts"
import { FakeInternet, head, ok, redirect, send, type Serve, someTurns } from "./FakeInternet.ts"

interface Case {
  readonly id: string
  readonly class: string
  readonly layer: string
  readonly url: string
  readonly expect: string
  readonly answers?: ReadonlyArray<string>
  readonly answersSequence?: ReadonlyArray<ReadonlyArray<string>>
  readonly status?: number
  readonly location?: string
}

const vectors = new URL("../../../../shared/vectors/ssrf.json", import.meta.url)
const isThere = existsSync(vectors)
const cases: ReadonlyArray<Case> = isThere ? JSON.parse(readFileSync(vectors, "utf8")).cases : []
const ofLayer = (...layers: ReadonlyArray<string>) => cases.filter(({ layer }) => layers.includes(layer))

const server = "93.184.216.34"
const bytesMax = 100_000
const limits = { bytesMax, totalMillisMax: 1_000 } satisfies Partial<DownloadLimits>

/** The server's behavior for each path of the test vectors. */
const serves = new Map<string, Serve>([
  ["/meta", ok("<meta http-equiv=refresh content='0;url=http://127.0.0.1/'>")],
  ["/body larger than limit, honest Content-Length", send(head(200, `Content-Length: ${bytesMax + 1}`))],
  ["/gzip bomb", ok(gzipSync(new Uint8Array(bytesMax * 100)), "Content-Encoding: gzip")],
  ["/slow body", (socket) => {
    socket.write(`${head(200)}x`)
  }],
  ["/huge headers", ok("x", `X: ${"a".repeat(20_000)}`)],
  ["/wrong Content-Length", send(head(200, "Content-Length: 10"), "x")],
  ["/Content-Encoding unknown", ok("x", "Content-Encoding: x-unknown")],
  ["/401 with WWW-Authenticate", send(head(401, "WWW-Authenticate: Basic", "Content-Length: 0"))]
])

/** Lets the deadline of a download pass after its document has begun to arrive. */
const timePasses = Effect.andThen(someTurns, TestClock.adjust(limits.totalMillisMax))

const pathOf = (text: string): string => decodeURIComponent(text.split(" ")[1]!)

describe("the SSRF vectors", { tags: [needs.vectors] }, () => {
  let internet: FakeInternet
  let serve: Serve = (socket, text) => serves.get(pathOf(text))!(socket, text)

  beforeAll(async () => {
    internet = new FakeInternet()
    await internet.serve(server, 443, (socket, text) => serve(socket, text))
    await internet.serve(server, 80, (socket, text) => serve(socket, text))
    for (const name of ["public.test", "example.com"]) internet.names.set(name, [[server]])
    internet.names.set("b.rebind.test", [["10.0.0.1"]])
    // The machine's hosts file contains the same addresses.
    for (const name of ["localhost", "ip6-localhost"]) internet.names.set(name, [["127.0.0.1"]])
  })
  afterAll(() => internet.close())

  it.each(ofLayer("address", "parse", "resolve"))("$id: $class, $url: no connection", async ({ answers, url }) => {
    if (answers !== undefined) internet.names.set(new URL(url).hostname, [answers])
    const outcome = await internet.fetch(url, limits)
    expect([outcome.kind, internet.connections]).toEqual(["DownloadRefused", []])
  })

  it.each(ofLayer("redirect"))("$id: $class, $status $location: not followed", async (one) => {
    const { answersSequence, location = "/again", status = 302, url } = one
    if (answersSequence !== undefined) internet.names.set(new URL(url).hostname, answersSequence)
    serve = redirect(location.startsWith("(") ? "/on" : location, status)
    const outcome = await internet.fetch(url, limits)
    expect(outcome.kind).toBe(one.class.includes("too many") ? "DownloadFailed" : "DownloadRefused")
    expect(new Set(internet.connections.map((text) => text.split(" ")[0]))).toEqual(new Set([server]))
    expect(internet.connections).toHaveLength(one.class.includes("too many") ? 6 : 1)
    serve = (socket, text) => serves.get(pathOf(text))!(socket, text)
  })

  it.each(ofLayer("content"))("$id: $class: accepted unchanged", async ({ url }) => {
    const outcome = await internet.fetch(url, limits)
    expect([outcome.kind, internet.connections]).toEqual(["downloaded", [`${server} 443`]])
  })

  it.each(ofLayer("response"))("$id: $class: no document", async (one) => {
    // Uses an untrusted certificate for the one case that tests it.
    const outcome = one.class.includes("self-signed")
      ? await distrusting(() => internet.fetch(one.url, limits))
      : await internet.fetch(
        one.url,
        limits,
        pathOf(` ${new URL(one.url).pathname}`) === "/slow body" ? timePasses : Effect.void
      )
    expect(outcome.kind).toBe("DownloadFailed")
    expect(internet.heads.filter((text) => /authorization|cookie/i.test(text))).toEqual([])
  })

  const distrusting = async <A>(use: () => Promise<A>): Promise<A> => {
    const trusting = internet.world
    internet.world = { ...trusting, trustedCertificates: undefined }
    try {
      return await use()
    } finally {
      internet.world = trusting
    }
  }

  it.each(ofLayer("-"))("$id: $class, $url: connected to", async ({ url }) => {
    const outcome = await internet.fetch(url, limits)
    expect(outcome.kind).toBe("DownloadFailed")
    expect(internet.connections).toHaveLength(1)
  })

  it("all belong to a layer that is tested", ({ skip }) => {
    skip(!isThere, "../shared/vectors/ssrf.json is missing")
    const tested = new Set(["address", "parse", "resolve", "redirect", "content", "response", "-"])
    expect(cases.filter(({ layer }) => !tested.has(layer))).toEqual([])
    expect(cases.length).toBeGreaterThan(100)
  })
})
