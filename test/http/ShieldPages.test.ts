import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { acceptsCoding } from "../../adapters/http/server/pages/StaticFile.ts"
import { readWidgetFiles } from "../../adapters/http/server/pages/WidgetFiles.ts"
import { ensureDemoSite } from "../../apps/server/FirstStart.ts"
import { layerServer } from "../../apps/server/Program.ts"
import { BlockRules } from "../../core/block-rules/BlockRules.ts"
import { Sites } from "../../core/sites/Sites.ts"
import { type InProcessServer, sharedBuiltFiles, startServerInProcess } from "../support/InProcessServer.ts"
import { easyToken, visitor } from "./ShieldVisitor.ts"

const script = `"use strict";${"const widget = 1;".repeat(50)}`
const version = "0123456789abcdef"
const folder = mkdtempSync(join(tmpdir(), "gatehouse-widget-"))

/** Writes the output of a widget build. */
const build = (files: Readonly<Record<string, string>>) => {
  mkdirSync(join(folder, "lang"), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
  }
  const entries = Object.keys(files).map((name) => [name, { bytes: 1 }])
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ version, files: Object.fromEntries(entries) }))
}

let server: InProcessServer
beforeAll(async () => {
  build({ "widget.js": script, "lang/de.json": "{\"a\":\"b\"}" })
  server = await startServerInProcess({
    server: (config) => layerServer(config, { ...sharedBuiltFiles(), widget: readWidgetFiles(folder) })
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly bytes: Buffer
}

/** Returns the response as transferred. `fetch` would decompress it. */
const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET", body = ""): Promise<Got> =>
  new Promise((resolve, reject) => {
    const clientRequest = request({ host: "127.0.0.1", port: server.port, path, method, headers }, (response) => {
      const pieces: Array<Buffer> = []
      response.on("data", (piece: Buffer) => pieces.push(piece))
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Got["headers"],
          bytes: Buffer.concat(pieces)
        }))
    })
    clientRequest.on("error", reject).end(body)
  })

describe("the widget's files", () => {
  const versioned = `/shield/v1/${version}/widget.js`

  it.each([
    ["/shield/widget.js", "public, max-age=300", "text/javascript; charset=utf-8", script],
    [versioned, "public, max-age=31536000, immutable", "text/javascript; charset=utf-8", script],
    ["/shield/lang/de.json", "public, max-age=300", "application/json", "{\"a\":\"b\"}"],
    ["/shield/widget.js?render=explicit", "public, max-age=300", "text/javascript; charset=utf-8", script]
  ])("%s", async (path, cache, type, text) => {
    const { bytes, headers, status } = await get(path)
    expect([status, bytes.toString()]).toEqual([200, text])
    expect(headers).toMatchObject({
      "cache-control": cache,
      "content-type": type,
      "content-length": String(text.length),
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "vary": "Accept-Encoding",
      "etag": expect.stringMatching(/^"[\w-]+"$/)
    })
  })

  it("and the manifest, which contains the version", async () => {
    const { bytes, headers } = await get("/shield/v1/manifest.json")
    expect(JSON.parse(bytes.toString())).toMatchObject({ version })
    expect(headers).toMatchObject({ "cache-control": "public, max-age=300", "access-control-allow-origin": "*" })
  })

  it.each([
    ["br", "br", brotliDecompressSync],
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["gzip, br;q=0", "gzip", gunzipSync],
    ["*", "br", brotliDecompressSync]
  ])("are compressed for clients that accept %s", async (accepted, coding, inflate) => {
    const { bytes, headers } = await get(versioned, { "Accept-Encoding": accepted })
    expect(headers["content-encoding"]).toBe(coding)
    expect(headers["content-length"]).toBe(String(bytes.length))
    expect(bytes.length).toBeLessThan(script.length / 5)
    expect(inflate(bytes).toString()).toBe(script)
  })

  it("are uncompressed for clients that accept no available encoding", async () => {
    for (const accepted of ["identity", "zstd", "", "br;q=0, gzip;q=0.0", "xbr"]) {
      expect((await get(versioned, { "Accept-Encoding": accepted })).headers["content-encoding"]).toBeUndefined()
    }
  })

  it("are not sent again to clients that have them", async () => {
    const plain = (await get(versioned)).headers["etag"]!
    const coded = (await get(versioned, { "Accept-Encoding": "br" })).headers["etag"]!
    expect(coded).not.toBe(plain)
    for (const known of [plain, coded, `W/${plain}`, `"x", ${coded}`, "*"]) {
      const again = await get(versioned, { "If-None-Match": known, "Accept-Encoding": "br" })
      expect([again.status, again.bytes.length, again.headers["etag"]], known).toEqual([304, 0, coded])
      expect(again.headers["cache-control"]).toContain("immutable")
    }
    for (const other of ["\"x\"", "", plain.slice(0, -3)]) {
      expect((await get(versioned, { "If-None-Match": other })).status).toBe(200)
    }
  })

  it("HEAD equals GET without the body, and other methods are 405", async () => {
    const [head, whole] = [await get(versioned, {}, "HEAD"), await get(versioned)]
    expect([head.status, head.bytes.length, head.headers["content-length"]]).toEqual([200, 0, String(script.length)])
    expect(head.headers["etag"]).toBe(whole.headers["etag"])
    const posted = await get(versioned, {}, "POST")
    expect([posted.status, posted.headers["allow"]]).toEqual([405, "GET, HEAD"])
  })

  it.each([
    "/shield/",
    "/shield/widget.js.br",
    "/shield/v1/ffffffffffffffff/widget.js",
    "/shield/v1/widget.js",
    "/shield/../package.json",
    "/shield/%2e%2e/package.json",
    "/shield/manifest.json/",
    "/shield/WIDGET.js",
    "/shield/__proto__",
    "//shield/widget.js"
  ])("%s is not found", async (path) => {
    const { bytes, headers, status } = await get(path)
    expect([status, JSON.parse(bytes.toString())]).toEqual([404, { ok: false, message: expect.any(String) }])
    expect(headers["content-type"]).toMatch(/^application\/json/)
  })

  it("a missing or incomplete build is reported in one sentence, and no file is served", () => {
    expect(readWidgetFiles(join(folder, "none"))).toEqual({
      files: new Map(),
      problem: "it is not built. Run `npm run build`"
    })
    const broken = mkdtempSync(join(tmpdir(), "gatehouse-widget-"))
    const manifests = [
      "",
      "null",
      "[]",
      "{}",
      "{\"version\":\"../x\",\"files\":{}}",
      "{\"version\":\"1\",\"files\":{\"../a\":{}}}"
    ]
    for (
      const text of [...manifests, "{\"version\":\"1\",\"files\":{\"gone.js\":{}}}", "{\"version\":\"1\",\"files\":{}}"]
    ) {
      writeFileSync(join(broken, "manifest.json"), text)
      const { files, problem } = readWidgetFiles(broken)
      expect(problem, text).toMatch(/npm run build/)
      expect(files.has("/shield/widget.js")).toBe(false)
    }
    rmSync(broken, { recursive: true })
  })
})

it.each([
  ["br", "br", true],
  ["gzip;q=1.0, br;q=0.5", "br", true],
  ["gzip", "br", false],
  ["*;q=0", "br", false],
  ["br;q=0, *", "br", false],
  ["*, br;q=0", "br", false],
  ["BR", "br", true]
])("%j accepts %s: %s", (header, coding, is) => {
  expect(acceptsCoding(header, coding)).toBe(is)
})

describe("/demo", () => {
  const form = { "Content-Type": "application/x-www-form-urlencoded" }
  const send = async (fields: Readonly<Record<string, string>>, query = "", headers = {}) => {
    const body = new URLSearchParams(fields).toString()
    const { bytes, status } = await get(
      `/demo${query}`,
      { ...form, ...headers, "Content-Length": String(body.length) },
      "POST",
      body
    )
    return { status, text: bytes.toString() }
  }
  const result = (text: string): unknown =>
    JSON.parse(/siteverify<\/code><\/h3>\n<pre[^>]*><code>([^<]*)/.exec(text)![1]!.replaceAll("&#34;", "\""))

  it("is a page with the widget on its own site, under a strict policy", async () => {
    const { bytes, headers, status } = await get("/demo", { Host: "localhost:8080" })
    const site = (await server.run(ensureDemoSite()))!
    expect(status).toBe(200)
    expect(headers["content-type"]).toBe("text/html; charset=utf-8")
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/)
    expect(headers["content-security-policy"]).not.toMatch(/unsafe-inline|\*|https?:/)
    expect(headers).toMatchObject({ "cache-control": "no-store", "x-frame-options": "DENY" })
    const text = bytes.toString()
    expect(text).toContain(
      `<div class="shield-widget" data-sitekey="${site.siteKey}" data-theme="auto" data-size="normal">`
    )
    expect(text).not.toMatch(/<style|\sstyle=|<script>|\son\w+=|role="note"/)
    for (const path of text.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
      expect((await get(path[1]!.replaceAll("&#38;", "&"))).status, path[1]).toBe(200)
    }
  })

  it("is created once, for the first account, and its secret is not known", async () => {
    const [one, two] = [await server.run(ensureDemoSite()), await server.run(ensureDemoSite())]
    expect(one!.id).toBe(two!.id)
    expect(one!.hostnames).toEqual(["localhost", "127.0.0.1", "[::1]"])
    const all = await server.run(Sites.use((sites) => sites.list(server.accountId)))
    expect(all.filter(({ name }) => name === "demo")).toHaveLength(1)
  })

  it("shows the widget as requested and ignores unknown options", async () => {
    const { bytes } = await get("/demo?theme=dark&size=compact&key=bot", { Host: "localhost" })
    const widget = (key: string, theme: string, size: string) =>
      `data-sitekey="${key}" data-theme="${theme}" data-size="${size}"`
    expect(bytes.toString()).toContain(widget("gh_site_test_bot", "dark", "compact"))
    const hostile = await get(`/demo?theme=${encodeURIComponent("\"><script>")}&size=__proto__&key=x`, {
      Host: "\"><script>"
    })
    expect(hostile.bytes.toString()).toMatch(/data-theme="auto" data-size="normal"/)
    expect(hostile.bytes.toString()).not.toContain("\"><script>")
  })

  it("reports where its site key does not work", async () => {
    expect((await get("/demo", { Host: "gatehouse.example:8080" })).bytes.toString()).toMatch(
      /role="note">The demo’s site key/
    )
    expect((await get("/demo", { Host: "[::1]:8080" })).bytes.toString()).not.toMatch(/role="note"/)
  })

  it("accepts the form without a script: without a token it passes as degraded", async () => {
    const { status, text } = await send({ name: "Ann", email: "", message: "<b>Hello</b> & \"you\"", website: "" })
    expect([status, result(text)]).toEqual([200, { success: true, degraded: true }])
    expect(text).toContain("Passed, with reduced protection")
    expect(text).toContain("&#60;b&#62;Hello&#60;/b&#62; &#38; &#34;you&#34;</textarea>")
  })

  it("verifies a real token as the site's server would: once, and with the text", async () => {
    const site = (await server.run(ensureDemoSite()))!
    const person = visitor(() => server, { origin: "http://localhost:8080" })
    const { token } = await easyToken(server, person, site)
    const fields = { "shield-token": token, message: "Hello, what does it cost to have two tables sent to Bristol?" }
    const { text } = await send(fields)
    expect(result(text)).toMatchObject({ success: true, score: expect.any(Number), language: "en" })
    expect(text).toMatch(/<meter [^>]*value="\d+"/)
    expect(result((await send(fields)).text)).toEqual({ success: false, error: "duplicate token" })
    expect(result((await send({ website: "x" })).text)).toEqual({ success: false, error: "honeypot" })
    const test = await easyToken(server, visitor(() => server, {}), { id: "test_bot", hostnames: [] })
    expect(result((await send({ "shield-token": test.token }, "?key=bot")).text)).toEqual({ success: true, score: 10 })
  })

  it("does not reveal which visitors the account has blocked", async () => {
    const rule = {
      kind: "email",
      action: "block",
      value: "boss@rival.example",
      note: "",
      createdAt: new Date()
    } as const
    await server.run(BlockRules.use((all) => all.add({ ...rule, accountId: server.accountId })))
    expect(result((await send({ email: "boss@rival.example" })).text)).toEqual({ success: true, degraded: true })
  })

  it("refuses other methods, other bodies and long ones", async () => {
    expect((await get("/demo", {}, "PUT")).status).toBe(405)
    expect((await get("/demo", {}, "HEAD")).bytes).toHaveLength(0)
    expect((await send({}, "", { "Content-Type": "multipart/form-data; boundary=x" })).status).toBe(422)
    expect((await send({ message: "x".repeat(70_000) })).status).toBe(413)
  })
})
