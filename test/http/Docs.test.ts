import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { docsContentSecurityPolicy, readDocsFiles } from "../../adapters/http/server/pages/DocsSite.ts"
import { layerServer } from "../../apps/server/Program.ts"
import { type InProcessServer, sharedBuiltFiles, startServerInProcess } from "../support/InProcessServer.ts"
import { browserOn } from "./account/Browser.ts"

const inline = "document.documentElement.classList.add('dark')"
const pageOf = (title: string) =>
  `<!doctype html><title>${title}</title><script id="theme">${inline}</script>` +
  `<script type="module" src="/docs/assets/app.Ab_1.js"></script><p>${"text ".repeat(100)}`
const script = "console.log('the site')\n".repeat(50)

const pages = { "index.html": "Overview", "404.html": "Not found", "guides/urls.html": "URLs" }
const contents: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(pages).map(([name, title]) => [name, pageOf(title)])),
  "hashmap.json": "{\"index.md\":\"Ab_1\"}",
  "assets/app.Ab_1.js": script,
  "assets/chunks/@search.Ab_1.js": script
}

const folder = mkdtempSync(join(tmpdir(), "gatehouse-docs-"))
const build = (files: ReadonlyArray<unknown> = Object.keys(contents)) => {
  for (
    const [name, text] of Object.entries({ ...contents, "secret.html": "nobody's", "../outside.html": "nobody's" })
  ) {
    const path = join(folder, "docs", name)
    mkdirSync(join(path, ".."), { recursive: true })
    writeFileSync(path, text)
    writeFileSync(`${path}.br`, brotliCompressSync(text))
    writeFileSync(`${path}.gz`, gzipSync(text))
  }
  writeFileSync(join(folder, "docs/manifest.json"), JSON.stringify({ files }))
}

const start = (from: string) =>
  startServerInProcess({
    server: (config) => layerServer(config, { ...sharedBuiltFiles(), docs: readDocsFiles(from) })
  })

let server: InProcessServer
beforeAll(async () => {
  build()
  server = await start(join(folder, "docs"))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  browserOn(server.port).request("GET", path, { headers })

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

describe("a page", () => {
  it.each([
    ["/docs", "index.html"],
    ["/docs/", "index.html"],
    ["/docs?from=menu", "index.html"],
    ["/docs/guides/urls", "guides/urls.html"],
    ["/docs/guides/urls?x=/../..", "guides/urls.html"]
  ])("is at %s", async (path, name) => {
    const { headers, status, text } = await get(path)
    expect([status, headers["content-type"], text]).toEqual([200, "text/html; charset=utf-8", contents[name]])
  })

  it.each([
    ["/docs/guides/urls/", "/docs/guides/urls"],
    ["/docs/guides/urls.html", "/docs/guides/urls"],
    ["/docs/guides/urls.html?a=b", "/docs/guides/urls?a=b"],
    ["/docs/index.html", "/docs/"],
    ["/docs/index", "/docs/"]
  ])("has one URL: %s redirects to %s", async (path, location) => {
    const { headers, status } = await get(path)
    expect([status, headers["location"]]).toEqual([301, location])
  })

  it("runs its own scripts only, and contacts no other origin", async () => {
    const { headers } = await get("/docs/guides/urls")
    expect(headers).toMatchObject({
      "content-security-policy":
        `default-src 'none'; script-src 'self' ${hashOf(inline)}; style-src 'self'; img-src 'self' data:; ` +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin"
    })
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*|https?:/)
  })

  it("is kept by browsers, and sent again only when it changed", async () => {
    const { headers } = await get("/docs/guides/urls", { "accept-encoding": "br" })
    expect([headers["cache-control"], headers["vary"], headers["content-encoding"]])
      .toEqual(["no-cache", "Accept-Encoding", "br"])
    const again = await get("/docs/guides/urls", { "if-none-match": String(headers["etag"]), "accept-encoding": "br" })
    expect([again.status, again.text]).toEqual([304, ""])
    expect(again.headers["content-security-policy"]).toBe(headers["content-security-policy"])
  })

  it("accepts only GET and HEAD", async () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const { headers, json, status } = await browserOn(server.port).request(method, "/docs/guides/urls")
      expect([method, status, headers["allow"], json?.ok]).toEqual([method, 405, "GET, HEAD", false])
    }
    const head = await browserOn(server.port).request("HEAD", "/docs")
    expect([head.status, head.text, head.headers["content-type"]]).toEqual([200, "", "text/html; charset=utf-8"])
  })
})

describe("a file", () => {
  it.each(["/docs/assets/app.Ab_1.js", "/docs/assets/chunks/@search.Ab_1.js"])(
    "%s may be cached for a year, because its name contains its hash",
    async (path) => {
      const { headers, status, text } = await get(path)
      expect([status, text]).toEqual([200, script])
      expect(headers).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        "content-type": "text/javascript; charset=utf-8",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin"
      })
    }
  )

  it("without a hash in its name is asked for again", async () => {
    const { headers, status } = await get("/docs/hashmap.json")
    expect([status, headers["cache-control"], headers["content-type"]]).toEqual([200, "no-cache", "application/json"])
  })

  it.each([["br", "br"], ["gzip", "gzip"], ["gzip;q=1, br;q=0", "gzip"]])("is sent as %s", async (accepted, coding) => {
    const { headers } = await get("/docs/assets/app.Ab_1.js", { "accept-encoding": accepted })
    expect(headers["content-encoding"]).toBe(coding)
  })

  it.each(["/docs/assets/nothing.js", "/docs/assets/", "/docs/assets/app.Ab_1.js.br"])(
    "%s does not exist",
    async (path) => {
      const { headers, status } = await get(path)
      expect([status, headers["content-type"], headers["cache-control"]])
        .toEqual([404, "text/plain; charset=utf-8", "no-store"])
    }
  )
})

describe("a path that does not exist", () => {
  it.each([
    "/docs/nothing",
    "/docs/404",
    "/docs/404.html",
    "/docs/secret.html",
    "/docs/secret",
    "/docs/manifest.json",
    "/docs/index.html.br",
    "/docs/../outside",
    "/docs/%2e%2e/outside",
    "/docs/..%2foutside.html",
    "/docs/guides/..",
    "/docs//guides/urls",
    "/docs/guides/%75rls",
    "/docs/Guides/URLs",
    "/docs/__proto__",
    "/docs/%00",
    "/docs/<script>alert(1)</script>"
  ])("shows the page for it: %s", async (path) => {
    const { headers, status, text } = await get(path)
    expect([status, headers["content-type"], text]).toEqual([404, "text/html; charset=utf-8", contents["404.html"]])
    expect(headers["content-security-policy"]).toContain("default-src 'none'")
    const again = await get(path, { "if-none-match": String(headers["etag"]) })
    expect(again.status).toBe(404)
  })

  it("beside the site is not part of it", async () => {
    for (const path of ["/docsx", "/doc", "/Docs/guides/urls"]) {
      const { json, status } = await get(path)
      expect([path, status, json?.ok]).toEqual([path, 404, false])
    }
  })
})

it("other pages do not have the policy of the site", async () => {
  expect((await get("/openapi.json")).headers["content-security-policy"]).toBe(undefined)
})

it("a script that was not delivered does not run", () => {
  const policy = docsContentSecurityPolicy(
    "<p><script>one()</script><SCRIPT id=x>two()</SCRIPT ><script src=//evil.test></script>"
  )
  expect(policy).toContain(`script-src 'self' ${hashOf("one()")} ${hashOf("two()")};`)
})

it("describes the problem if it is not built", async () => {
  const bare = await start(join(folder, "nowhere"))
  for (const path of ["/docs", "/docs/guides/urls", "/docs/assets/app.Ab_1.js"]) {
    const { headers, status, text } = await browserOn(bare.port).request("GET", path)
    expect([status, headers["cache-control"], text])
      .toEqual([503, "no-store", "The documentation cannot be served: it is not built. Run `npm run build`."])
  }
  await bare.stop()
})

it.each([
  ["a name outside its folder", ["index.html", "404.html", "../outside.html"]],
  ["a name that is not text", ["index.html", "404.html", 1]],
  ["no index", ["404.html"]],
  ["a file that is not there", ["index.html", "404.html", "other.html"]]
])("a build with %s is a problem but not a crash", (_, files) => {
  build(files)
  expect(readDocsFiles(join(folder, "docs")))
    .toMatchObject({ notFound: null, problem: expect.stringContaining("npm run build") })
})
