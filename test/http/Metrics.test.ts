import { execFileSync } from "node:child_process"
import { afterAll, beforeAll, expect, it } from "vitest"
import { readText } from "../house/Tree.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { findPromtool } from "../support/InstalledPrograms.ts"
import { changesOf, parseSamples } from "../support/Metrics.ts"
import { needs } from "../support/TestRun.ts"

let server: InProcessServer
const metricsText = async () => (await fetch(`${server.baseUrl}/metrics`)).text()
const samples = async () => parseSamples(await metricsText())

beforeAll(async () => {
  server = await startServerInProcess({ env: { GATEHOUSE_SHIELD_REQUESTS_PER_MINUTE: "2" } })
})
afterAll(() => server.stop())

it("counts verdicts by their first word, and the credits of each operation", async () => {
  const before = await samples()
  await server.post("/scan/email", { email: "ann@example.com" })
  await server.post("/scan/email", { email: "info@mailinator.com" })
  await server.post("/scan/url", { url: "https://example.com/" })
  await server.post("/scan/url", { url: "http://testsafebrowsing.appspot.com/s/malware.html" })
  await server.post("/scan/email", { email: "not an address" })
  await server.post("/submit-phishing-link", { url: "https://phish.example/" })
  const changes = changesOf(before, await samples())
  expect(Object.fromEntries(Object.entries(changes).filter(([name]) => /verdicts|credits/.test(name)))).toEqual({
    "gatehouse_verdicts_total{operation=\"scan/email\",verdict=\"nothing found\"}": 1,
    "gatehouse_verdicts_total{operation=\"scan/email\",verdict=\"disposable\"}": 1,
    "gatehouse_verdicts_total{operation=\"scan/url\",verdict=\"safe\"}": 1,
    "gatehouse_verdicts_total{operation=\"scan/url\",verdict=\"bad\"}": 1,
    "gatehouse_verdicts_total{operation=\"submit-phishing-link\",verdict=\"submission\"}": 1,
    "gatehouse_credits_charged_total{operation=\"scan/email\"}": 2,
    "gatehouse_credits_charged_total{operation=\"scan/url\"}": 10
  })
  expect(changes).toMatchObject({
    "gatehouse_requests_total{operation=\"scan/email\",status=\"200\"}": 2,
    "gatehouse_requests_total{operation=\"scan/email\",status=\"422\"}": 1,
    "gatehouse_request_duration_seconds_count{operation=\"scan/email\"}": 3
  })
})

it("counts the refusals of each rate limit", async () => {
  const { key } = await server.createKey(1)
  const before = await samples()
  for (let at = 0; at < 3; at++) await server.post("/scan/email", { email: "ann@example.com" }, { "API-KEY": key })
  for (let at = 0; at < 5; at++) await server.post("/shield/challenge", { sitekey: "gh_site_test_pass" })
  expect(changesOf(before, await samples())).toMatchObject({
    "gatehouse_rate_limit_refused_total{operation=\"scan/email\",limit=\"key\"}": 2,
    "gatehouse_rate_limit_refused_total{operation=\"shield/challenge\",limit=\"address\"}": 3
  })
})

it("measures commits in seconds, with their size", async () => {
  const before = await samples()
  await server.post("/scan/email", { email: "ann@example.com" })
  const changes = changesOf(before, await samples())
  const commits = changes["gatehouse_storage_commit_wait_seconds_count"] ?? 0
  expect(commits).toBeGreaterThanOrEqual(1)
  expect(changes["gatehouse_storage_commit_items_sum"]).toBeGreaterThanOrEqual(1)
  const seconds = changes["gatehouse_storage_commit_wait_seconds_sum"] ?? 0
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThan(10)
})

it("has units in its names, and a documented name for every metric", async () => {
  const families = [...(await metricsText()).matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  expect(families.length).toBeGreaterThan(15)
  const page = readText("docs/operating/telemetry.md")
  for (const [, name = "", type] of families) {
    expect(page).toContain(`\`${name}\``)
    expect(name).not.toMatch(/milli|micro/)
    expect(name.endsWith("_total")).toBe(type === "counter")
  }
})

it("satisfies `promtool check metrics`", { tags: [needs.promtool] }, async () => {
  expect(execFileSync(findPromtool()!, ["check", "metrics"], { input: await metricsText(), encoding: "utf8" })).toBe("")
})
