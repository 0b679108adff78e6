import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { changesOf, parseSamples } from "../support/Metrics.ts"
import { type Collector, startCollector } from "./Collector.ts"
import { type RunningProgram, startProgram } from "./RunningProgram.ts"

let server: RunningProgram | undefined
let collector: Collector

beforeEach(async () => {
  collector = await startCollector()
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  await collector.stop()
})

const start = async (env: Readonly<Record<string, string>>): Promise<RunningProgram> => {
  server = await startProgram({ env: { GATEHOUSE_OTLP_URL: collector.url, ...env } })
  return server
}

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const parentId = "00f067aa0ba902b7"
const scanOf = ({ key, post }: RunningProgram, headers: Readonly<Record<string, string>> = {}) =>
  post("/scan/email", { email: "ann@example.com" }, { "API-KEY": key, ...headers })

it("sends traces to a collector, logs every response, and leaks no key", async () => {
  const { key, log, post, stop } = await start({
    GATEHOUSE_TRACE_RATIO: "1",
    GATEHOUSE_ACCESS_LOG: "all",
    GATEHOUSE_LOG_FORMAT: "json"
  })
  const before = log().length
  for (const apiKey of [key, `${key}x`]) await post("/scan/email", { email: "ann@example.com" }, { "API-KEY": apiKey })
  const answers = () => log().slice(before).split("\n").filter((line) => line.includes("POST /scan/email"))
  await expect.poll(answers).toHaveLength(2)
  expect(JSON.parse(answers()[0]!)).toMatchObject({
    annotations: { status: 200, request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }
  })
  const signIn = await post(
    "/dashboard/api/sign-in",
    { email: "ann@example.com", password: "wrong password" },
    { "X-Gatehouse-Dashboard": "1" }
  )
  expect(signIn.json._tag).toBe("InvalidInput")
  await stop()
  const traces = collector.received.get("/v1/traces")
  expect(traces).toContain("POST /scan/email")
  expect(traces, "what a dashboard asks is not traced").not.toMatch(/"name":"(?:POST|signIn)"/)
  // The JSON log does not contain the welcome message, which shows the first key.
  for (const text of log().trim().split("\n")) expect(JSON.parse(text)).toBeTypeOf("object")
  expect(log() + [...collector.received.values()].join("")).not.toContain(key)
})

describe("a trace of a caller", () => {
  it("continues in the server's spans and in its log at every ratio, with its tracestate", async () => {
    const program = await start({ GATEHOUSE_TRACE_RATIO: "0", GATEHOUSE_ACCESS_LOG: "all" })
    await scanOf(program, { traceparent: `00-${traceId}-${parentId}-01`, tracestate: "rojo=1, congo=t61" })
    await expect.poll(program.log).toContain(`trace_id=${traceId}`)
    await program.stop()
    const [request] = collector.spans().filter(({ parentSpanId }) => parentSpanId === parentId)
    expect(request).toMatchObject({ name: "POST /scan/email", traceId, traceState: "rojo=1,congo=t61" })
    const children = collector.spans().filter((span) => span.parentSpanId === request!.spanId)
    expect(children.length).toBeGreaterThan(0)
    for (const span of collector.spans()) {
      expect(span).toMatchObject({ traceId, traceState: "rojo=1,congo=t61" })
      expect(span.attributes.map(({ key }) => key)).not.toContain("gatehouse.tracestate")
    }
  })

  it("is not recorded if the caller does not record it, but its id is logged", async () => {
    const program = await start({ GATEHOUSE_TRACE_RATIO: "1", GATEHOUSE_ACCESS_LOG: "all" })
    await scanOf(program, { traceparent: `00-${traceId}-${parentId}-00` })
    await expect.poll(program.log).toContain(`trace_id=${traceId}`)
    await program.stop()
    expect(collector.spans().filter((span) => span.traceId === traceId)).toEqual([])
    expect(collector.spans().map(({ name }) => name)).not.toContain("POST /scan/email")
  })
})

describe("background work", () => {
  it("is traced at ratio 1, with a span for each task", async () => {
    const { stop } = await start({ GATEHOUSE_TRACE_RATIO: "1" })
    await stop()
    const task = collector.spans().find(({ name }) => name === "Deleted expired sessions")
    expect(collector.spans().filter(({ parentSpanId }) => parentSpanId === task?.spanId)).not.toEqual([])
    expect(task).not.toHaveProperty("parentSpanId")
  })

  it("and probes are not traced at ratio 0", async () => {
    const { baseUrl, stop } = await start({ GATEHOUSE_TRACE_RATIO: "0" })
    for (const path of ["/healthz", "/readyz", "/metrics", "/"]) await fetch(baseUrl + path)
    await stop()
    expect(collector.spans()).toEqual([])
    expect(collector.received.has("/v1/metrics")).toBe(true)
  })
})

describe("OpenTelemetry's settings", () => {
  it("add headers and attributes of the resource", async () => {
    const { stop } = await start({
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20dXNlcg==, x-team=web",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test%2Feu,service.instance.id=one,service.name=other",
      OTEL_SERVICE_NAME: "gate"
    })
    await stop()
    expect(collector.headers()).toMatchObject({ "authorization": "Basic dXNlcg==", "x-team": "web" })
    expect(collector.resource()).toMatchObject({
      "deployment.environment.name": "test/eu",
      "service.instance.id": "one",
      "service.name": "gate",
      "service.version": expect.stringMatching(/^\d+\.\d+/)
    })
  })

  it("are optional: each process has an id", async () => {
    const { stop } = await start({})
    await stop()
    expect(collector.resource()).toMatchObject({
      "service.name": "gatehouse",
      "service.instance.id": expect.stringMatching(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/)
    })
  })
})

it("telemetry that the collector refuses is counted", async () => {
  await collector.stop()
  collector = await startCollector(400)
  const { baseUrl } = await start({ GATEHOUSE_TRACE_RATIO: "1" })
  const failures = async () =>
    changesOf(new Map(), parseSamples(await (await fetch(`${baseUrl}/metrics`)).text()))[
      "gatehouse_telemetry_export_failures_total{signal=\"traces\"}"
    ]
  await expect.poll(failures, { timeout: 15_000, interval: 500 }).toBeGreaterThan(0)
})
