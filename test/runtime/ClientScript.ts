import { createClient, isGatehouseError } from "../../apps/client/index.ts"
import { uploadFetch } from "../../apps/middleware/index.ts"
import { respondWith, startFakeGatehouse } from "../shield/FakeGatehouse.ts"

const verdict = { ok: true }
const result = {
  ok: true,
  score: 100,
  rating: "ok",
  reasons: [],
  summary: { links_found: 0, unique_domains: [], has_embedded_files: false, has_macros: false },
  file_hash: "sha256:x",
  filename: "a.pdf",
  timestamp: "2026-11-20T10:00:00.000+00:00"
}

/** Reports how the API client handles each kind of response and of document. */
export const clientReport = async () => {
  const fake = await startFakeGatehouse()
  const options = { baseUrl: fake.baseUrl, apiKey: "gh_live_x", backoffMillis: 1 }
  const client = createClient({ ...options, timeoutMillis: 10_000 })
  const hasty = createClient({ ...options, timeoutMillis: 300, retriesMax: 0 })

  const codeOf = async (behavior: typeof fake.behavior): Promise<string> => {
    fake.behavior = behavior
    const isSlow = behavior.kind === "hangs" || behavior.kind === "trickles"
    const caller = isSlow ? hasty : createClient({ ...options, retriesMax: 0, timeoutMillis: 10_000 })
    return caller.scanUrl({ url: "https://example.com/" }).then(
      () => "result",
      (error: unknown) => isGatehouseError(error) ? error.code : String(error)
    )
  }
  const codes = {
    verdict: await codeOf(respondWith(verdict)),
    limited: await codeOf(respondWith({ ok: false, error: "Wait." }, 429)),
    invalid: await codeOf(respondWith({ message: "No.", errors: { url: ["No."] } }, 422)),
    page: await codeOf({ kind: "text", text: "<html>" }),
    redirect: await codeOf({ kind: "redirects", to: `${fake.baseUrl}/elsewhere` }),
    reset: await codeOf({ kind: "resets" }),
    half: await codeOf({ kind: "breaks off" }),
    silence: await codeOf({ kind: "hangs" }),
    trickle: await codeOf({ kind: "trickles" })
  }
  const wentElsewhere = fake.requests.some(({ path }) => path === "/elsewhere")

  fake.requests.length = 0
  fake.next.push({ kind: "resets" }, respondWith({}, 503), respondWith(verdict))
  const { metadata } = await client.withMetadata.scanUrl({ url: "https://example.com/" })
  const keys = new Set(fake.requests.map(({ headers }) => headers["idempotency-key"])).size

  fake.behavior = respondWith(result)
  const bytes = new TextEncoder().encode("%PDF-1.7")
  const sent: Record<string, string> = {}
  const files = {
    bytes,
    blob: new Blob([bytes]),
    stream: new Blob([bytes]).stream(),
    generator: async function*() {
      yield bytes.subarray(0, 3)
      yield bytes.subarray(3)
    }
  }
  for (const [name, file] of Object.entries(files)) {
    await client.scanDocument({ file, filename: "a.pdf" })
    const text = fake.requests.at(-1)!.text
    sent[name] = /filename="a\.pdf"[^]*\r\n\r\n([^]*?)\r\n--/.exec(text)?.[1] ?? text
  }

  const handle = uploadFetch(
    async (_request, upload) => Response.json(upload!.files.map(({ name, scan, size }) => [name, size, scan!.rating])),
    { baseUrl: fake.baseUrl, apiKey: "gh_live_x", fileBytesMax: 10 }
  )
  const upload = async (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.append("file", new Blob([bytes]), "a.pdf")
    const response = await handle(new Request("https://www.example.com/upload", { method: "POST", body: form }))
    return [response.status, await response.json()]
  }
  const uploads = [await upload(bytes), (await upload(new Uint8Array(11)))[0]]
  await fake.stop()
  return { uploads, codes, wentElsewhere, retried: { attempts: metadata.attempts, keys }, sent }
}
