import { execFileSync } from "node:child_process"
import { mkdtempSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { findPromtool } from "../support/InstalledPrograms.ts"
import { needs } from "../support/TestRun.ts"
import { workerFolder } from "../support/WorkerEnd.ts"
import { codeWithoutComments, readText, root, sourceFiles } from "./Tree.ts"

const rulesFile = "deploy/prometheus/gatehouse.rules.yaml"
const rules = readText(rulesFile)
const dashboardText = readText("deploy/grafana/gatehouse.json")

interface Panel {
  readonly id: number
  readonly title: string
  readonly type: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: ReadonlyArray<{ readonly expr: string }>
}
const dashboard: { readonly panels: ReadonlyArray<Panel> } = JSON.parse(dashboardText)
const expressions = dashboard.panels.flatMap(({ targets = [], title }) => targets.map(({ expr }) => ({ expr, title })))

/** Metrics that the product declares, with their types. */
const declared = new Map(
  ["core", "adapters", "apps"].flatMap((folder) => sourceFiles(folder)).flatMap((file) =>
    [...codeWithoutComments(file).matchAll(/Metric\.(counter|gauge|histogram)\(\s*"((?:gatehouse|process)_[a-z_]+)"/g)]
      .map(([, type, name]) => [name!, type!] as const)
  )
)

/** Metrics whose declarations take the name as a parameter. */
const declaredByName = new Map(
  ["gatehouse_shield_refused_total", "gatehouse_shield_verified_total", "gatehouse_shield_degraded_total"].map((name) =>
    [name, "counter"] as const
  )
)
const metrics = new Map([...declared, ...declaredByName])

/** Names of all series that the metrics have. A histogram has three. */
const seriesNames = new Set(
  [...metrics].flatMap(([name, type]) =>
    type === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : [name]
  )
)

const namesIn = (text: string): ReadonlyArray<string> => text.match(/\b(?:gatehouse|process)_[a-z_]+/g) ?? []

describe("the dashboard of Grafana and the alerts", () => {
  it.each([["the dashboard", dashboardText], ["the alerts", rules]])("%s use only metrics that exist", (_, text) => {
    expect(namesIn(text).length).toBeGreaterThan(15)
    expect(namesIn(text).filter((name) => !seriesNames.has(name))).toEqual([])
  })

  it("show every metric", () => {
    const shown = new Set(
      [...namesIn(dashboardText), ...namesIn(rules)].map((name) => name.replace(/_(?:bucket|sum|count)$/, ""))
    )
    expect([...metrics.keys()].filter((name) => !shown.has(name))).toEqual([])
  })

  it("compute rates of totals only, and quantiles of histograms only", () => {
    const all = [rules, ...expressions.map(({ expr }) => expr)].join("\n")
    const rated = [...all.matchAll(/\b(?:rate|increase)\(\s*([a-z_]+)/g)].map(([, name]) => name!)
    expect(rated.length).toBeGreaterThan(20)
    expect(rated.filter((name) => !/_(?:total|bucket|sum|count)$/.test(name))).toEqual([])
  })
})

describe("the alerts", () => {
  it("have a summary, a description and a severity", () => {
    const count = (pattern: RegExp) => rules.match(pattern)?.length
    const alerts = count(/^ +- alert: Gatehouse[A-Z]\w+$/gm)
    expect(alerts).toBeGreaterThan(10)
    expect(count(/^ +summary: \S/gm)).toBe(alerts)
    expect(count(/^ +description: \S/gm)).toBe(alerts)
    expect(count(/^ +severity: (?:warning|critical)$/gm)).toBe(alerts)
  })

  it("are valid, and fire only when they should (promtool)", { tags: [needs.promtool] }, () => {
    const promtool = (...args: ReadonlyArray<string>) =>
      execFileSync(findPromtool()!, args, { cwd: root, encoding: "utf8", stdio: "pipe" })
    expect(promtool("check", "rules", rulesFile)).toContain("SUCCESS")
    expect(promtool("test", "rules", "deploy/prometheus/gatehouse.tests.yaml")).toContain("SUCCESS")
  })

  it("each have a test", () => {
    const tests = readText("deploy/prometheus/gatehouse.tests.yaml")
    const names = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name!)
    expect(names.filter((name) => !tests.includes(name))).toEqual([])
  })
})

describe("the dashboard of Grafana", () => {
  it("has valid expressions (promtool)", { tags: [needs.promtool] }, () => {
    // Grafana replaces its variables before Prometheus reads the expression.
    const replaced = expressions.map(({ expr }, at) => ({
      record: `dashboard:${at}`,
      expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$__range", "1h").replaceAll(/\$\w+/g, "x")
    }))
    const file = join(mkdtempSync(join(workerFolder(), "dashboard-")), "rules.yaml")
    writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules: replaced }] }))
    expect(execFileSync(findPromtool()!, ["check", "rules", file], { encoding: "utf8", stdio: "pipe" }))
      .toContain(`${expressions.length} rules found`)
  })

  it("has panels with queries that do not overlap", () => {
    const { panels } = dashboard
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(panels.filter(({ targets = [], type }) => type !== "row" && targets.length === 0)).toEqual([])
    const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`)
    )
    expect(new Set(cells).size).toBe(cells.length)
  })
})
