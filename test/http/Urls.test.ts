import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Blocklist } from "../../core/threats/blocklist/Blocklist.ts"
import { operatorEntry } from "../contracts/kit/BlocklistEntries.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { asker, expectAccounted, expectFlat, phishing, scanUrl } from "./Contract.ts"

let server: InProcessServer
const ask = asker(() => server, () => server.key)

beforeAll(async () => {
  server = await startServerInProcess()
  const entries = [
    operatorEntry("url", "exact.example/login.html"),
    operatorEntry("prefix", "prefix.example/shop/"),
    operatorEntry("host", "host.example"),
    operatorEntry("domain", "domain.example"),
    operatorEntry("host", "192.0.2.7")
  ]
  await server.run(Blocklist.use((blocklist) => Effect.forEach(entries, blocklist.put)))
})
afterAll(() => server.stop())

describe("/scan/url", () => {
  it.each<readonly [string, boolean]>([
    ["https://example.com/", true],
    ["http://example.com", true],
    ["https://example.com:8443/a?b#c", true],
    ["HTTPS://EXAMPLE.COM/", true],
    ["https://bücher.example/ä?ö", true],
    // The embedded list contains test pages, so that an operator can try the endpoint without any feed.
    ["http://testsafebrowsing.appspot.com/s/phishing.html", false],
    ["https://malware.wicar.org/any/path", false],
    // The blocklist contains one entry each for a page, a path prefix, a host and a domain.
    ["http://exact.example/login.html", false],
    ["https://EXACT.example/login.html#part", false],
    ["http://exact.example/other.html", true],
    ["https://prefix.example/shop/cart/1", false],
    ["https://prefix.example/shop", false],
    ["https://prefix.example/shopping", true],
    ["https://prefix.example/help", true],
    ["https://host.example/any", false],
    ["https://user:secret@host.example:444/any?x", false],
    ["https://sub.host.example/", true],
    ["https://domain.example/", false],
    ["https://a.b.domain.example/any", false],
    ["https://notdomain.example/", true],
    ["http://192.0.2.7/", false],
    ["http://3221225991/", false],
    ["http://0xc0.0.2.7/", false],
    ["https://host.example./x", false],
    ["https://ho%73t.example/x", false]
  ])("%s: ok is %s, and the body has exactly these fields", async (url, ok) => {
    const answer = await ask(scanUrl.path, { url })
    expect(answer.status).toBe(200)
    expect(answer.text).toBe(`{"ok":${ok}}`)
    expect(answer.headers.get("x-credits-charged")).toBe("5")
  })

  it.each([
    "",
    " ",
    "example.com",
    "//example.com/",
    "/path",
    "http://",
    "http:///",
    "https://exa mple.com/",
    "http://1.2.3.256/",
    "ftp://example.com/",
    "javascript:alert(1)",
    "data:text/html,hi",
    "file:///etc/passwd",
    "mailto:ann@example.org",
    "http://[::1/",
    `https://example.com/${"a".repeat(8_192)}`,
    "http://\ud800/"
  ].map((url, at) => [at, url] as const))(
    "an invalid web address is 422 { ok, error } and free (decision 21): %i",
    async (_, url) => {
      const answer = await ask(scanUrl.path, { url })
      expect(answer.status).toBe(422)
      expectFlat(answer, scanUrl)
    }
  )

  it("the balance matches the responses to the credit", async () => {
    expect(ask.charged()).toBe(25 * 5)
    await expectAccounted(server, ask.charged())
  })

  it("an entry added or removed in another process applies soon", async () => {
    const url = "https://later.example/a"
    const answered = async () => (await ask(scanUrl.path, { url })).json
    expect(await answered()).toEqual({ ok: true })
    const { id } = await server.cli("blocklist", "add", url)
    await expect.poll(answered).toEqual({ ok: false })
    await server.cli("blocklist", "remove", String(id))
    await expect.poll(answered).toEqual({ ok: true })
  })
})

describe("/submit-phishing-link", () => {
  it("answers 201 with exactly id and url, free of charge", async () => {
    const url = "https://paypa1-login.example/a?b=c#d"
    const answer = await ask(phishing.path, { url })
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual({ id: expect.any(Number), url })
    expect(Object.keys(answer.json)).toEqual(["id", "url"])
    expect(answer.json.id).toBeGreaterThan(0)
    expect(answer.headers.get("x-credits-charged")).toBe("0")
  })

  it("returns the first id for any spelling of the same URL, and a new one for another URL (decision 22)", async () => {
    const first = await ask(phishing.path, { url: "http://twice.example/x" })
    for (const url of ["http://twice.example/x", "HTTP://TWICE.example:80/x", "http://twice.example/y/../x"]) {
      const again = await ask(phishing.path, { url })
      expect([again.status, again.json.id]).toEqual([201, first.json.id])
    }
    const other = await ask(phishing.path, { url: "http://twice.example/z" })
    expect(other.json.id).not.toBe(first.json.id)
    const at_once = await Promise.all(
      Array.from({ length: 20 }, () => ask(phishing.path, { url: "http://race.example/" }))
    )
    expect(new Set(at_once.map(({ json }) => json.id)).size).toBe(1)
    expect(new Set(at_once.map(({ status }) => status))).toEqual(new Set([201]))
  })

  it.each(["", "paypal", "ftp://example.com/", "javascript:1", "http://"])(
    "refuses %j with a flat 422",
    async (url) => {
      const answer = await ask(phishing.path, { url })
      expect(answer.status).toBe(422)
      expectFlat(answer, phishing)
    }
  )

  it("accepts control characters, which a browser would drop", async () => {
    for (const url of ["http://nul.example/\u0000", "http://nul.example/a\nb", "http://nul.example/\ud800"]) {
      expect([201, 422]).toContain((await ask(phishing.path, { url })).status)
    }
  })

  it("works with a balance of zero", async () => {
    const poor = await server.createAccount({ credits: 0 })
    expect((await poor.post(phishing.path, { url: "http://poor.example/" })).status).toBe(201)
  })
})
