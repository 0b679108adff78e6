import { describe, expect, it } from "vitest"
import { settings } from "../../apps/server/settings/Settings.ts"
import packageJson from "../../package.json" with { type: "json" }
import { serverParts } from "../../scripts/server/StageServer.ts"
import { findLoadedFiles, readText } from "./Tree.ts"

const files = [
  "Dockerfile",
  "compose.yaml",
  "deploy/compose.yaml",
  "deploy/gatehouse.service",
  "deploy/kubernetes/gatehouse.yaml"
]

const names = new Set(settings.flatMap((setting) => [
  setting.name,
  ..."isSecret" in setting ? [`${setting.name}_FILE`] : []
]))

describe("the deployment files", () => {
  it.each(files)("%s uses only settings that exist", (file) => {
    const used = readText(file).match(/\b(?:GATEHOUSE|DATABASE)_[A-Z_]+\b/g) ?? []
    expect(used.filter((name) => !names.has(name))).toEqual([])
  })

  it("build the image with the Node version of the tests", () => {
    expect(readText("Dockerfile")).toContain(`FROM node:${packageJson.devDependencies.node}-`)
  })

  it("start the server with the flags of `npm start`", () => {
    const flags = packageJson.scripts.start.split(" ").filter((word) => word.startsWith("--"))
    expect(flags.length).toBeGreaterThan(0)
    const command = `/node ${flags.join(" ")} /opt/gatehouse/apps/cli/main.mjs`
    expect(readText("Dockerfile").replaceAll("\", \"", " ")).toContain(command)
    expect(readText("deploy/gatehouse.service")).toContain(command)
  })

  it("pack every file that the server, the command line and their threads load", () => {
    const entries = [
      "apps/server/node.ts",
      "apps/cli/Gatehouse.ts",
      "adapters/documents/pool/DocumentWorker.ts",
      "adapters/webrisk/thread/worker/ThreatWorker.ts",
      "adapters/puzzles/PuzzleWorker.ts"
    ]
    const files = [...new Set(entries.flatMap((entry) => [...findLoadedFiles(entry)]))].filter((path) =>
      /\.\w+$/.test(path)
    )
    const isPacked = (path: string) => serverParts.some((part) => path === part || path.startsWith(`${part}/`))
    expect(files.length).toBeGreaterThan(800)
    expect(files.filter((path) => /^(?:core|adapters|apps|scripts|test|docs)\//.test(path) && !isPacked(path))).toEqual(
      []
    )
  })

  it("show the examples of the page about proxies", () => {
    const page = readText("docs/operating/proxies.md")
    const block = readText("deploy/nginx.conf").split("\n").filter((line) => !line.startsWith("#")).join("\n").trim()
    expect(page).toContain(block)
    expect(readText("deploy/Caddyfile")).toContain("max_size 27MB")
  })

  it.each([["deploy/compose.yaml", 5], ["deploy/kubernetes/gatehouse.yaml", 15], ["deploy/gatehouse.service", 0]])(
    "%s kills a server only after its stop delay, and 20 seconds for requests",
    (file, delay) => {
      const [, grace] = /(?:stop_grace_period: |terminationGracePeriodSeconds: |TimeoutStopSec=)(\d+)/.exec(
        readText(file)
      )!
      const [, set = "0"] = /GATEHOUSE_STOP_DELAY_SECONDS\D+(\d+)/.exec(readText(file)) ?? []
      expect(Number(set)).toBe(delay)
      expect(Number(grace)).toBeGreaterThanOrEqual(delay + 30)
    }
  )
})
