import { beforeAll, describe, expect, it } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { Api } from "../../adapters/http/api/Api.ts"
import {
  buildDocs,
  type DocsBuild,
  docsFirstLoadBytesMax,
  docsFolder,
  type DocsManifest
} from "../../scripts/BuildDocs.ts"
import { slugOf } from "../../scripts/docs/ApiPages.ts"
import { requestResource } from "../support/OnDemand.ts"
import { needs } from "../support/TestRun.ts"

let build: DocsBuild
let names: ReadonlyArray<string>
const read = (name: string, folder = docsFolder) => readFileSync(join(folder, name))
const pages = () => names.filter((name) => name.endsWith(".html"))

beforeAll(async () => {
  await requestResource("dashboardBuild")
  build = JSON.parse(read("build.json").toString()) as DocsBuild
  names = (JSON.parse(read("manifest.json").toString()) as DocsManifest).files
})

describe("the built site", () => {
  it("stays within its size budget on every page", () => {
    expect(Object.keys(build.firstLoad).toSorted()).toEqual(pages().toSorted())
    for (const [name, { bytes, files }] of Object.entries(build.firstLoad)) {
      expect([name, bytes <= docsFirstLoadBytesMax, files <= 10]).toEqual([name, true, true])
      if (name !== "404.html") expect(bytes).toBeGreaterThan(40_000)
    }
  })

  it("loads the search index separately from the first load", () => {
    const search = names.filter((name) => name.includes("SearchIndex"))
    expect(search).toHaveLength(1)
    for (const page of pages()) expect(read(page).toString()).not.toContain(search[0])
  })

  it("lists every file with its compressed versions", () => {
    for (const name of names) {
      expect(gunzipSync(read(`${name}.gz`)).equals(read(name)), name).toBe(true)
      expect(brotliDecompressSync(read(`${name}.br`)).equals(read(name)), name).toBe(true)
    }
  })

  it("has no inline styles, no event handlers, and nothing from other origins", () => {
    for (const page of pages()) {
      const html = read(page).toString()
      expect(html, page).not.toMatch(/<style|\sstyle=|<[a-z][^<>]*\son\w+=/i)
      expect(html, page).not.toMatch(/<(?:script|link|img|iframe|source)\b[^<>]*(?:src|href)="(?:https?:)?\/\//i)
    }
    for (const name of names.filter((name) => name.endsWith(".css"))) {
      expect(read(name).toString(), name).not.toMatch(/@import|url\(["']?(?:https?:)?\/\//)
    }
  })

  it("links to existing pages and headings only", () => {
    const ids = new Map(
      pages().map((
        page
      ) => [page, new Set([...read(page).toString().matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!))])
    )
    const broken: Array<string> = []
    for (const page of pages()) {
      for (const [, href = ""] of read(page).toString().matchAll(/<a [^<>]*href="([^"]*)"/g)) {
        const [path = "", hash = ""] = href.split("#")
        if (/^https?:|^mailto:/.test(path)) continue
        const target = path === "" ? page : `${path.replace(/^\/docs\//, "") || "index"}.html`
        const known = ids.get(target)
        if (known === undefined || hash !== "" && !known.has(decodeURIComponent(hash))) broken.push(`${page}: ${href}`)
      }
    }
    expect(broken).toEqual([])
  })

  it("has a page for each endpoint of the API, with its errors and, outside the widget's, an example", () => {
    const endpoints = Object.values(Api.groups).flatMap((group) => Object.values(group.endpoints))
    expect(endpoints.length).toBeGreaterThanOrEqual(10)
    for (const { path } of endpoints) {
      const html = read(`reference/api/${slugOf(path)}.html`).toString()
      expect(html).toContain(`<code>${path}</code>`)
      expect(html).toContain("id=\"error-422\"")
      if (!/^\/shield\/(?!siteverify)/.test(path)) expect(html).toContain("curl")
    }
  })

  it("is not rebuilt without changes", async () => {
    const before = statSync(join(docsFolder, "index.html")).mtimeMs
    expect(await buildDocs()).toEqual({ ...build, isNew: false })
    expect(statSync(join(docsFolder, "index.html")).mtimeMs).toBe(before)
  })

  it("is byte-identical for every builder", { tags: [needs.full] }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-docs-"))
    try {
      expect(await buildDocs(folder)).toEqual({ ...build, isNew: true })
      for (const name of names) expect(read(name).equals(read(name, folder)), name).toBe(true)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
