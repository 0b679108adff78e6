import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import {
  buildDashboard,
  chunkBytesMax,
  dashboardFolder,
  type DashboardManifest,
  firstLoadBytesMax
} from "../../scripts/BuildDashboard.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-dashboard-"))
let build: Awaited<ReturnType<typeof buildDashboard>>
const read = (name: string) => readFileSync(join(folder, name))
const names = () => (JSON.parse(read("manifest.json").toString()) as DashboardManifest).files

beforeAll(async () => {
  build = await buildDashboard(folder)
}, 120_000)

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe("the built dashboard", () => {
  it("keeps within its budget", () => {
    expect(build.isNew).toBe(true)
    expect(build.firstLoadBytes).toBeGreaterThan(50_000)
    expect(build.firstLoadBytes).toBeLessThanOrEqual(firstLoadBytesMax)
    expect(Math.max(...Object.values(build.chunks))).toBeLessThanOrEqual(chunkBytesMax)
  })

  it("names every file that it is made of, each with its shorter forms", () => {
    const assets = names().filter((name) => name !== "index.html")
    expect(
      readdirSync(join(folder, "assets")).filter((name) => !/\.(?:br|gz)$/.test(name)).map((name) => `assets/${name}`)
        .toSorted()
    )
      .toEqual(assets)
    for (const name of assets) {
      expect(name).toMatch(/^assets\/[\w.-]+-[\w-]{8}\.(?:js|css|woff2)$/)
      expect(gunzipSync(read(`${name}.gz`)).equals(read(name))).toBe(true)
      expect(brotliDecompressSync(read(`${name}.br`)).equals(read(name))).toBe(true)
    }
  })

  it("needs no script or style within the page, and no source maps", () => {
    const html = read("index.html").toString()
    expect(html.match(/__NONCE__/g)).toHaveLength(1)
    expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)[^>]*>|\son\w+=|\sstyle=/i)
    expect(names().filter((name) => name.endsWith(".map"))).toEqual([])
    for (const name of names()) expect(read(name).toString()).not.toContain("sourceMappingURL")
  })

  it("loads charts and pages apart from the first load", () => {
    const html = read("index.html").toString()
    const first = names().filter((name) => html.includes(name))
    const chart = names().find((name) => name.endsWith(".js") && read(name).includes("recharts"))
    expect(chart).toBeDefined()
    expect(first).not.toContain(chart)
  })

  it("describes no schemas to browsers in the first load", () => {
    const html = read("index.html").toString()
    for (const name of names().filter((name) => name.endsWith(".js") && html.includes(name))) {
      expect(read(name).toString()).not.toContain("~effect/")
    }
  })

  it("is made of the same bytes again, and not at all while nothing changed", async () => {
    const built = await buildDashboard()
    expect(built.chunks).toEqual(build.chunks)
    for (const name of names()) expect(readFileSync(join(dashboardFolder, name)).equals(read(name))).toBe(true)
    const before = statSync(join(folder, "index.html")).mtimeMs
    expect((await buildDashboard(folder)).isNew).toBe(false)
    expect(statSync(join(folder, "index.html")).mtimeMs).toBe(before)
  }, 120_000)
})
