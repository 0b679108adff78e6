import { beforeAll, describe, expect, it } from "@effect/vitest"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import {
  buildDashboard,
  chunkBytesMax,
  type DashboardBuild,
  dashboardFolder,
  type DashboardManifest,
  firstLoadBytesMax,
  firstPageBytesMax,
  firstPageFilesMax
} from "../../scripts/BuildDashboard.ts"
import { requestResource } from "../support/OnDemand.ts"
import { needs } from "../support/TestRun.ts"

let build: DashboardBuild
const read = (name: string, folder = dashboardFolder) => readFileSync(join(folder, name))
const names = () => (JSON.parse(read("manifest.json").toString()) as DashboardManifest).files

beforeAll(async () => {
  await requestResource("dashboardBuild")
  build = JSON.parse(read("build.json").toString()) as DashboardBuild
})

describe("the built dashboard", () => {
  it("stays within its size budget", () => {
    expect(build.firstLoadBytes).toBeGreaterThan(50_000)
    expect(build.firstLoadBytes).toBeLessThanOrEqual(firstLoadBytesMax)
    expect(Math.max(...Object.values(build.chunks))).toBeLessThanOrEqual(chunkBytesMax)
  })

  it("shows its first page, including charts, with few files", () => {
    const { bytes, files } = build.firstPage
    expect(files).toBeGreaterThan(4)
    expect(files).toBeLessThanOrEqual(firstPageFilesMax)
    expect(bytes).toBeGreaterThan(build.firstLoadBytes + Math.max(...Object.values(build.chunks)))
    expect(bytes).toBeLessThanOrEqual(firstPageBytesMax)
  })

  it("contains the packages' production code, whatever this process's NODE_ENV", () => {
    expect(process.env["NODE_ENV"]).not.toBe("production")
    const scripts = names().filter((name) => name.endsWith(".js")).map((name) => read(name).toString())
    expect(scripts.some((text) => text.includes("https://react.dev/errors/"))).toBe(true)
    for (const text of scripts) expect(text).not.toContain("Check the render method of")
  })

  it("lists every file with its compressed versions", () => {
    const assets = names().filter((name) => name !== "index.html")
    expect(
      readdirSync(join(dashboardFolder, "assets")).filter((name) => !/\.(?:br|gz)$/.test(name)).map((name) =>
        `assets/${name}`
      )
        .toSorted()
    )
      .toEqual(assets)
    for (const name of assets) {
      expect(name).toMatch(/^assets\/[\w.-]+-[\w-]{8}\.(?:js|css|woff2)$/)
      expect(gunzipSync(read(`${name}.gz`)).equals(read(name))).toBe(true)
      expect(brotliDecompressSync(read(`${name}.br`)).equals(read(name))).toBe(true)
    }
  })

  it("needs no inline script or style, and no source maps", () => {
    const html = read("index.html").toString()
    expect(html.match(/__NONCE__/g)).toHaveLength(1)
    expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)[^>]*>|\son\w+=|\sstyle=/i)
    expect(names().filter((name) => name.endsWith(".map"))).toEqual([])
    for (const name of names()) expect(read(name).toString()).not.toContain("sourceMappingURL")
  })

  it("loads charts and pages separately from the first load", () => {
    const html = read("index.html").toString()
    const first = names().filter((name) => html.includes(name))
    const chart = names().find((name) => name.endsWith(".js") && read(name).includes("recharts"))
    expect(chart).toBeDefined()
    expect(first).not.toContain(chart)
  })

  it("sends no schemas to browsers, and no code of Effect in the first load", () => {
    const html = read("index.html").toString()
    for (const name of names().filter((name) => name.endsWith(".js"))) {
      const text = read(name).toString()
      expect([name, text.includes("~effect/Schema")]).toEqual([name, false])
      if (html.includes(name)) expect([name, text.includes("~effect/")]).toEqual([name, false])
    }
  })

  it("is not rebuilt without changes", async () => {
    const before = statSync(join(dashboardFolder, "index.html")).mtimeMs
    expect(await buildDashboard()).toEqual({ ...build, isNew: false })
    expect(statSync(join(dashboardFolder, "index.html")).mtimeMs).toBe(before)
  })

  // Compares with the shared build of another process. Two builds take 10 s of CPU time.
  it("is byte-identical for every builder", { tags: [needs.full] }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-dashboard-"))
    try {
      expect(await buildDashboard(folder)).toEqual({ ...build, isNew: true })
      for (const name of names()) expect(read(name).equals(read(name, folder)), name).toBe(true)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
