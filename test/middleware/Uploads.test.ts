import { createHash } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { createFormScreen, createUploadReceiver, type UploadOptions } from "../../apps/middleware/index.ts"
import type { ShieldLogEntry } from "../../apps/shield/index.ts"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { type FakeGatehouse, respondWith, startFakeGatehouse } from "../shield/FakeGatehouse.ts"
import type { App } from "../shield/Frameworks.ts"
import type { ServerAccount } from "../support/InProcessServer.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"
import { startExpress, startFastify, startHono, startNext, type StoredFile } from "./Apps.ts"

const clean = makePdf({ 1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[]/Count 0>>" }, "none")
const launching = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")
const picture = Uint8Array.from(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))

const fileBytesMax = 200_000
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

let server: ServerAccount
let fake: FakeGatehouse
let logged: Array<ShieldLogEntry> = []
const apps: Array<App> = []
beforeAll(async () => {
  server = await createSharedAccount({ credits: 10_000 })
  fake = await startFakeGatehouse()
})
afterAll(() => Promise.all([fake.stop(), ...apps.map((app) => app.stop())]))
afterEach(() => {
  fake.requests.length = 0
  fake.next.length = 0
  logged = []
})

const uploadOptions = (): UploadOptions => ({
  baseUrl: server.baseUrl,
  apiKey: server.key,
  fileBytesMax,
  filesMax: 3,
  log: (entry) => logged.push(entry)
})

const formOf = (files: Readonly<Record<string, Uint8Array>>, fields: Readonly<Record<string, string>> = {}) => {
  const form = new FormData()
  for (const [name, bytes] of Object.entries(files)) {
    form.append("cv", new Blob([bytes as BlobPart], { type: "application/pdf" }), name)
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

describe.each([
  ["Express", startExpress],
  ["Fastify", startFastify],
  ["Hono", startHono],
  ["Next.js", startNext]
])("%s", (_, start) => {
  let app: App
  beforeAll(async () => {
    app = await start({
      form: { baseUrl: server.baseUrl, apiKey: server.key, secret: "gh_secret_test" },
      upload: uploadOptions()
    })
    apps.push(app)
  })
  const send = async (form: FormData) => {
    const response = await fetch(`${app.baseUrl}/upload`, { method: "POST", body: form })
    return { status: response.status, json: await response.json() }
  }

  it("passes clean files on, unchanged and with their ratings", async () => {
    const { json, status } = await send(formOf({ "a €.pdf": clean, "b.pdf": clean }, { name: "Ann" }))
    expect(status).toBe(200)
    const file: StoredFile = {
      field: "cv",
      name: "a €.pdf",
      type: "application/pdf",
      size: clean.length,
      state: "scanned",
      rating: "ok",
      outcome: "allow",
      sha256: sha256(clean)
    }
    expect(json).toEqual({
      outcome: "allow",
      fields: { name: "Ann" },
      form: null,
      files: [file, { ...file, name: "b.pdf" }]
    })
  })

  it("refuses a dangerous file, and a file that is not a document", async () => {
    expect(await send(formOf({ "a.pdf": clean, "b.pdf": launching }))).toEqual({
      status: 422,
      json: { ok: false, error: "The file was refused, because it may be dangerous." }
    })
    expect(await send(formOf({ "a.png": picture }))).toEqual({
      status: 422,
      json: { ok: false, error: "The file was refused, because it cannot be checked." }
    })
  })

  it("refuses a file over the limit with 413, and serves the next request", async () => {
    const large = new Uint8Array(fileBytesMax + 1).fill(32)
    large.set(clean)
    for (const files of [{ "a.pdf": large }, { "a.pdf": clean, "b.pdf": clean, "c.pdf": clean, "d.pdf": clean }]) {
      expect(await send(formOf(files))).toEqual({ status: 413, json: { ok: false, error: "The upload is too large." } })
    }
    expect((await send(formOf({ "a.pdf": large.subarray(0, fileBytesMax) }))).status).not.toBe(413)
    const huge = new Uint8Array(30 * fileBytesMax)
    expect((await send(formOf({ "a.pdf": huge }))).status).toBe(413)
    expect((await send(formOf({ "a.pdf": clean }))).status).toBe(200)
  })

  it("refuses other bodies and malformed forms", async () => {
    const post = async (body: string, type: string) => {
      const response = await fetch(`${app.baseUrl}/upload`, { method: "POST", body, headers: { "Content-Type": type } })
      return response.status
    }
    expect(await post("hello", "text/plain")).toBe(415)
    expect(await post("hello", "multipart/form-data; boundary=b")).toBe(400)
    expect(await (await fetch(`${app.baseUrl}/upload`)).json()).toBe(null)
  })
})

describe("the scan of an upload", () => {
  const documentResult = (rating: "ok" | "warn" | "block") => ({
    ok: true,
    score: 80,
    rating,
    reasons: [],
    summary: { links_found: 0, unique_domains: [], has_embedded_files: false, has_macros: false },
    file_hash: "sha256:x",
    filename: "a.pdf",
    timestamp: "2026-11-20T10:00:00.000+00:00"
  })
  const receive = async (options: Partial<UploadOptions> = {}, form = formOf({ "a.pdf": clean })) => {
    const { body, headers } = new Request("http://a.example", { method: "POST", body: form })
    return createUploadReceiver({ ...uploadOptions(), baseUrl: fake.baseUrl, ...options })({
      contentType: headers.get("content-type"),
      body: body as unknown as AsyncIterable<Uint8Array>,
      remoteAddress: "198.51.100.7"
    })
  }

  it("reviews a file with the rating warn, unless the policy differs", async () => {
    fake.behavior = respondWith(documentResult("warn"))
    expect(await receive()).toMatchObject({ accepted: true, outcome: "review", problem: null })
    expect(await receive({ onWarn: "reject" })).toMatchObject({ accepted: false, problem: "dangerous" })
    fake.behavior = respondWith(documentResult("block"))
    expect(await receive({ onWarn: "allow" })).toMatchObject({ accepted: false, problem: "dangerous" })
  })

  it("rejects files that cannot be scanned, unless the policy differs", async () => {
    fake.behavior = respondWith({ ok: false, message: "Not a document." }, 422)
    expect(await receive()).toMatchObject({ accepted: false, problem: "unscannable" })
    expect(await receive({ onUnscannable: "review" })).toMatchObject({
      accepted: true,
      outcome: "review",
      files: [{ state: "unscannable", scan: null, size: clean.length }]
    })
    expect(logged).toEqual([])
  })

  it("rejects files while Gatehouse is unavailable, unless the policy differs, and logs it", async () => {
    fake.behavior = { kind: "hangs" }
    expect(await receive({ waitMillisMax: 50 })).toMatchObject({ accepted: false, problem: "unavailable" })
    fake.behavior = respondWith({ ok: false, message: "No credits." }, 403)
    expect(await receive({ onUnavailable: "review" })).toMatchObject({
      accepted: true,
      files: [{ state: "unavailable", outcome: "review" }]
    })
    expect(logged.map(({ ip, reason }) => [ip, reason])).toEqual([
      ["198.51.100.7", "service_unavailable"],
      ["198.51.100.7", "request_refused"]
    ])
  })

  it("sends a file again if the connection breaks", async () => {
    fake.behavior = respondWith(documentResult("ok"))
    fake.next.push({ kind: "resets" })
    expect(await receive()).toMatchObject({ accepted: true, files: [{ state: "scanned" }] })
    const keys = new Set(fake.requests.map(({ headers }) => headers["idempotency-key"]))
    expect([fake.requests.length, keys.size]).toEqual([2, 1])
    expect(fake.requests[1]!.text.length).toBe(fake.requests[0]!.text.length)
  })

  it("starts before the file is complete", async () => {
    const started = Promise.withResolvers<void>()
    const body = async function*() {
      yield new TextEncoder().encode("--b\r\nContent-Disposition: form-data; name=f; filename=a.pdf\r\n\r\n%PDF")
      await started.promise
      yield new TextEncoder().encode("-1.7\r\n--b--")
    }
    const upload = await createUploadReceiver({
      ...uploadOptions(),
      fetch: async (_, options) => {
        started.resolve()
        const text = await new Response(options!.body).text()
        return Response.json({ ...documentResult("ok"), filename: /%PDF[^\r]+/.exec(text)![0] })
      }
    })({ contentType: "multipart/form-data; boundary=b", body: body() })
    expect(upload.files[0]!.scan!.filename).toBe("%PDF-1.7")
  })

  it("ends when the visitor disconnects, and ends the request to Gatehouse", async () => {
    const ended = Promise.withResolvers<void>()
    const body = async function*() {
      yield new TextEncoder().encode("--b\r\nContent-Disposition: form-data; name=f; filename=a.pdf\r\n\r\n%PDF")
      throw new Error("The visitor is gone.")
    }
    const receive = createUploadReceiver({
      ...uploadOptions(),
      fetch: (_, options) =>
        new Promise((_, reject) => {
          options!.signal!.addEventListener("abort", () => {
            ended.resolve()
            reject(new Error("aborted"))
          })
        })
    })
    await expect(receive({ contentType: "multipart/form-data; boundary=b", body: body() })).rejects
      .toThrow("The visitor is gone.")
    await ended.promise
  })

  it("follows the screening of the fields, wherever they are in the form", async () => {
    const screen = createFormScreen({
      baseUrl: fake.baseUrl,
      apiKey: "gh_live_x",
      secret: "gh_secret_x",
      log: () => {}
    })
    const form = formOf({ "a.pdf": clean }, { "shield-token": "sh1.a.b" })
    fake.byPath.set("/shield/siteverify", respondWith({ success: false, error: "low score" }))
    expect(await receive({ screen }, form)).toMatchObject({
      accepted: false,
      problem: "form",
      form: { reasons: ["shield"] },
      fields: { "shield-token": "sh1.a.b" }
    })
    expect(fake.requests.map(({ path }) => path)).toEqual(["/shield/siteverify"])
    fake.byPath.set("/shield/siteverify", respondWith({ success: true, score: 90 }))
    fake.byPath.set("/scan", respondWith(documentResult("ok")))
    expect(await receive({ screen }, form)).toMatchObject({ accepted: true, form: { outcome: "allow" } })
    fake.byPath.clear()
  })

  it("does not accept invalid options", () => {
    expect(() => createUploadReceiver({ ...uploadOptions(), fileBytesMax: -1 })).toThrow(TypeError)
    expect(() => createUploadReceiver({ ...uploadOptions(), apiKey: "" })).toThrow(TypeError)
  })
})
