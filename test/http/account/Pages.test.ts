import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noncePlaceholder, readDashboardFiles } from "../../../adapters/http/account/server/DashboardFiles.ts"
import { layerServer } from "../../../apps/server/Program.ts"
import { type InProcessServer, sharedBuiltFiles, startServerInProcess } from "../../support/InProcessServer.ts"
import { browserOn } from "./Browser.ts"

const html =
  `<!doctype html><meta name="csp-nonce" content="${noncePlaceholder}"><script type="module" nonce="${noncePlaceholder}" src="/dashboard/assets/main-Ab_1.js"></script>`
const script = "console.log('the dashboard')\n".repeat(50)
const noWidget = { files: new Map(), problem: "it is not built" }

const folder = mkdtempSync(join(tmpdir(), "gatehouse-dashboard-"))
const build = (files: ReadonlyArray<string>) => {
  mkdirSync(join(folder, "assets"), { recursive: true })
  writeFileSync(join(folder, "index.html"), html)
  writeFileSync(join(folder, "assets/main-Ab_1.js"), script)
  writeFileSync(join(folder, "assets/main-Ab_1.js.br"), brotliCompressSync(script))
  writeFileSync(join(folder, "assets/main-Ab_1.js.gz"), gzipSync(script))
  for (const ending of ["", ".br", ".gz"]) writeFileSync(join(folder, `outside.js${ending}`), "nobody's")
  writeFileSync(join(folder, "secret.txt"), "nobody's")
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ files }))
}

const start = (env: Readonly<Record<string, string>> = {}, from = folder) =>
  startServerInProcess({
    env,
    server: (config) =>
      layerServer(config, { ...sharedBuiltFiles(), widget: noWidget, dashboard: readDashboardFiles(from) })
  })

let server: InProcessServer
beforeAll(async () => {
  build(["index.html", "assets/main-Ab_1.js"])
  server = await start()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  browserOn(server.port).request("GET", path, { headers })

describe("the page", () => {
  it.each(["/dashboard", "/dashboard/", "/dashboard/requests", "/dashboard/requests/01?x=1", "/dashboard/a/b/../c"])(
    "is at %s",
    async (path) => {
      const { headers, status, text } = await get(path)
      expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
      const nonce = /content="([^"]+)"/.exec(text)![1]!
      expect(text).toBe(html.replaceAll(noncePlaceholder, nonce))
      expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
      expect(headers["content-security-policy"]).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; ` +
          "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
      )
    }
  )

  it("cannot be framed, cached, sniffed or read by other pages", async () => {
    const { headers } = await get("/dashboard")
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin"
    })
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*|https?:/)
    expect(Object.keys(headers).filter((name) => /^access-control|^set-cookie/.test(name))).toEqual([])
  })

  it("has a new nonce each time", async () => {
    const policies = await Promise.all(Array.from({ length: 20 }, () => get("/dashboard")))
    expect(new Set(policies.map(({ headers }) => headers["content-security-policy"])).size).toBe(20)
  })

  it("includes nothing from its address", async () => {
    const { text } = await get("/dashboard/%3Cscript%3Ealert(1)%3C/script%3E?__NONCE__=<script>")
    expect(text).not.toMatch(/alert|__NONCE__/)
  })

  it("accepts only GET and HEAD", async () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const { headers, status } = await browserOn(server.port).request(method, "/dashboard/x")
      expect([method, status, headers["allow"]]).toEqual([method, 405, "GET, HEAD"])
    }
    const head = await browserOn(server.port).request("HEAD", "/dashboard")
    expect([head.status, head.text]).toEqual([200, ""])
  })
})

describe("a file", () => {
  it("may be cached for a year, because its name contains its hash", async () => {
    const { headers, status, text } = await get("/dashboard/assets/main-Ab_1.js")
    expect([status, text]).toEqual([200, script])
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "text/javascript; charset=utf-8",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin"
    })
  })

  it.each([["br", "br"], ["gzip", "gzip"], ["gzip;q=1, br;q=0", "gzip"]])("is sent as %s", async (accepted, coding) => {
    const { headers } = await get("/dashboard/assets/main-Ab_1.js", { "accept-encoding": accepted })
    expect(headers["content-encoding"]).toBe(coding)
  })

  it("is not sent again to clients that have it", async () => {
    const { headers } = await get("/dashboard/assets/main-Ab_1.js")
    const again = await get("/dashboard/assets/main-Ab_1.js", { "if-none-match": String(headers["etag"]) })
    expect([again.status, again.text]).toEqual([304, ""])
  })

  it.each([
    "/dashboard/assets/nothing.js",
    "/dashboard/assets/",
    "/dashboard/assets/../secret.txt",
    "/dashboard/assets/%2e%2e/secret.txt",
    "/dashboard/assets/main-Ab_1.js.br",
    "/dashboard/assets/..%2f..%2fpackage.json"
  ])("%s does not exist", async (path) => {
    const { headers, status, text } = await get(path)
    expect([status, headers["content-type"], headers["cache-control"]])
      .toEqual([404, "text/plain; charset=utf-8", "no-store"])
    expect(text).not.toContain("nobody's")
  })

  it("outside the manifest never yields more than the page", async () => {
    for (const path of ["/dashboard/secret.txt", "/dashboard/manifest.json", "/dashboard/../package.json"]) {
      const { text } = await get(path)
      expect(text).not.toMatch(/nobody's|dependencies|"files"/)
    }
  })
})

describe("the root page", () => {
  const accepted = async (accept: string | undefined) => {
    const { headers, status } = await browserOn(server.port).request("GET", "/", { headers: { accept } })
    return [status, headers["location"], headers["vary"]]
  }

  it("redirects browsers to the dashboard and describes the server to programs", async () => {
    const page = [302, "/dashboard", "Accept"]
    const told = [200, undefined, "Accept"]
    expect(await accepted("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")).toEqual(page)
    expect(await accepted("application/json, text/html;q=0.1")).toEqual(page)
    expect(await accepted("*/*")).toEqual(told)
    expect(await accepted("application/json")).toEqual(told)
    expect(await accepted("text/htmlx")).toEqual(told)
    expect(await accepted(undefined)).toEqual(told)
  })
})

it("the page describes the problem if the dashboard is not built, while its API still works", async () => {
  const bare = await start({}, join(folder, "nowhere"))
  const { headers, status, text } = await browserOn(bare.port).request("GET", "/dashboard")
  expect([status, headers["cache-control"]]).toEqual([503, "no-store"])
  expect(text).toBe("The dashboard cannot be served: it is not built. Run `npm run build`.")
  expect((await browserOn(bare.port).request("GET", "me")).status).toBe(401)
  await bare.stop()
})

it("the dashboard does not exist if it is off", async () => {
  const off = await start({ GATEHOUSE_DASHBOARD: "off" })
  for (
    const path of ["/dashboard", "/dashboard/api/me", "/dashboard/api/try/scan/email", "/dashboard/assets/main-Ab_1.js"]
  ) {
    const { json, status } = await browserOn(off.port).request("GET", path)
    expect([path, status, json?.ok]).toEqual([path, 404, false])
  }
  const { status } = await browserOn(off.port).request("GET", "/", { headers: { accept: "text/html" } })
  expect(status).toBe(200)
  await off.stop()
})

it.each([
  ["a name outside its folder", ["index.html", "assets/../outside.js"]],
  ["a name that is not text", ["index.html", 1]],
  ["no page", ["assets/main-Ab_1.js"]],
  ["a file that is not there", ["index.html", "assets/other.js"]]
])("a build with %s is a problem but not a crash", (_, files) => {
  build(files as ReadonlyArray<string>)
  expect(readDashboardFiles(folder)).toMatchObject({ page: null, problem: expect.stringContaining("npm run build") })
})
