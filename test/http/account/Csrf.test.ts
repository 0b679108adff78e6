import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { csrfHeader } from "../../../adapters/http/account/api/SessionAuth.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { browserOn } from "./Browser.ts"
import { declaredEndpoints, pathWith } from "./Declared.ts"
import { makeMember, makeSession, type Signed, signedIn } from "./Signed.ts"

let server: InProcessServer
let owner: Signed
beforeAll(async () => {
  server = await startServerInProcess()
  owner = await signedIn(server, "owner")
})
afterAll(() => server.stop())

const foreign = { status: 403, tag: "NotAllowed" }
const tried = async (signed: Signed, headers: Readonly<Record<string, string | undefined>>, method = "PUT") => {
  const { json, status } = await signed.request(method, "me", { body: { name: "taken over" }, headers })
  return { status, tag: json?._tag }
}

describe.each(declaredEndpoints.filter(({ method }) => method !== "GET"))("$method $path", (endpoint) => {
  it("is refused without the header for any role", async () => {
    const { json, status } = await owner.request(endpoint.method, pathWith(endpoint, "0"), {
      body: {},
      headers: { [csrfHeader]: undefined }
    })
    expect([status, json._tag]).toEqual([403, "NotAllowed"])
  })
})

it("no GET changes anything: each GET endpoint has a twin with another method or only reads", () => {
  const reading = declaredEndpoints.filter(({ method }) => method === "GET").map(({ name }) => name)
  expect(reading.filter((name) => /\.(?:add|create|set|change|remove|revoke|accept|reject|erase|invite)/.test(name)))
    .toEqual([])
})

describe("requests from another server's page", () => {
  const own = () => `127.0.0.1:${server.port}`

  it.each([
    ["no header of ours", () => ({ [csrfHeader]: undefined })],
    ["another value in it", () => ({ [csrfHeader]: "0" })],
    ["another origin", () => ({ origin: "https://evil.example" })],
    ["this host by another port", () => ({ origin: "http://127.0.0.1:1" })],
    ["a name that ends like ours", () => ({ origin: `http://evil-127.0.0.1:${server.port}` })],
    ["a name that begins like ours", () => ({ origin: `http://${own()}.evil.example` })],
    ["ours as a user", () => ({ origin: `http://${own()}@evil.example` })],
    ["ours with a path", () => ({ origin: `http://${own()}/` })],
    ["an origin that is hidden", () => ({ origin: "null" })],
    ["an empty origin", () => ({ origin: "" })],
    ["two origins", () => ({ origin: `http://${own()}, https://evil.example` })],
    ["an origin as long as a header", () => ({ origin: `http://${"a".repeat(4_000)}` })],
    ["a file", () => ({ origin: "file://" })],
    ["another site, as its browser says", () => ({ "sec-fetch-site": "cross-site" })],
    ["another host of the site, as its browser says", () => ({ "sec-fetch-site": "same-site" })],
    ["what no browser says", () => ({ "sec-fetch-site": "whatever" })]
  ])("are refused with %s", async (_, headers) => {
    expect(await tried(owner, headers())).toEqual(foreign)
    expect((await owner.request("GET", "me")).json.member.name).toBe("owner")
  })

  it("are also refused for reads if the browser sends their origin", async () => {
    expect((await owner.request("GET", "me", { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403)
    expect((await owner.request("GET", "me", { headers: { origin: "https://evil.example" } })).status).toBe(403)
  })

  it.each([
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain",
    "text/plain; charset=application/json",
    "application/json+evil",
    ""
  ])("are refused as a form of %s, with and without the header", async (type) => {
    const body = "name=taken&over=1"
    const without = await owner.request("PUT", "me", {
      body,
      headers: { [csrfHeader]: undefined, "content-type": type }
    })
    expect(without.status).toBe(403)
    const { json, status } = await owner.request("PUT", "me", { body, headers: { "content-type": type } })
    expect([415, 422]).toContain(status)
    expect(typeof json.message).toBe("string")
    expect((await owner.request("GET", "me")).json.member.name).toBe("owner")
  })

  it("get no CORS permission to send the header", async () => {
    const { headers, status } = await owner.request("OPTIONS", "me", {
      headers: {
        origin: "https://evil.example",
        "access-control-request-method": "PUT",
        "access-control-request-headers": csrfHeader
      }
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([])
  })

  it("never sign a member in", async () => {
    const { headers, status } = await browserOn(server.port).request("POST", "sign-in", {
      body: { email: "a@example.org", password: "x" },
      headers: { origin: "https://evil.example" }
    })
    expect([status, headers["set-cookie"]]).toEqual([403, undefined])
  })
})

describe("requests from this server's own pages", () => {
  it.each([
    ["its origin", () => ({ origin: `http://127.0.0.1:${server.port}`, "sec-fetch-site": "same-origin" })],
    ["its origin under another name", () => ({ host: "gate.example:8080", origin: "http://gate.example:8080" })],
    ["its origin behind https", () => ({ host: "gate.example", origin: "https://gate.example" })],
    ["the port of https", () => ({ host: "gate.example:443", origin: "https://gate.example" })],
    ["an address of IPv6", () => ({ host: "[::1]:8080", origin: "http://[::1]:8080" })],
    ["no origin", () => ({})],
    ["the address line", () => ({ "sec-fetch-site": "none" })]
  ])("are accepted with %s", async (_, headers) => {
    expect(await tried(await signedIn(server, "member"), headers())).toEqual({ status: 200, tag: undefined })
  })
})

describe("behind a public address", () => {
  let behind: InProcessServer
  let member: Awaited<ReturnType<typeof makeMember>>
  let token: string
  beforeAll(async () => {
    behind = await startServerInProcess({ env: { GATEHOUSE_PUBLIC_URL: "https://gate.example" } })
    member = await makeMember(behind, "owner", { password: "a long enough sentence of words" })
    token = (await makeSession(behind, member)).token
  })
  afterAll(() => behind.stop())
  const signed = () => ({ ...browserOn(behind.port, `__Host-gatehouse=${token}`), member, session: {} as never })

  it("accepts that origin, whatever host the proxy uses for this server", async () => {
    expect((await tried(signed(), { origin: "https://gate.example", host: "10.0.0.7:8080" })).status).toBe(200)
    expect((await tried(signed(), { origin: "https://gate.example" })).status).toBe(200)
  })

  it("accepts no other name, even that of the request: its owner could point it here", async () => {
    expect(await tried(signed(), { origin: "http://rebound.example", host: "rebound.example" })).toEqual(foreign)
    expect(await tried(signed(), { origin: "http://gate.example", host: "gate.example" })).toEqual(foreign)
  })

  it("accepts a tunnel to this machine", async () => {
    expect((await tried(signed(), { origin: "http://localhost:9000", host: "localhost:9000" })).status).toBe(200)
    expect((await tried(signed(), { origin: "http://127.0.0.1:9000", host: "127.0.0.1:9000" })).status).toBe(200)
    expect(await tried(signed(), { origin: "http://localhost:9000", host: "gate.example" })).toEqual(foreign)
  })

  it("restricts its cookie to https and this host", async () => {
    const browser = browserOn(behind.port)
    const { headers } = await browser.request("POST", "sign-in", {
      body: { email: member.email, password: "a long enough sentence of words" }
    })
    expect(headers["set-cookie"]?.[0]).toMatch(
      /^__Host-gatehouse=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/
    )
    expect((await browser.request("GET", "me")).status).toBe(200)
    const plain = browser.cookie().replace("__Host-", "")
    expect((await browserOn(behind.port, plain).request("GET", "me")).status).toBe(401)
    const out = await browser.request("POST", "sign-out")
    expect(out.headers["set-cookie"]).toEqual([
      "__Host-gatehouse=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax"
    ])
  })

  it("writes links with the public address, whatever Host contains", async () => {
    const { json } = await signed().request("POST", "invitations", {
      body: { role: "member", email: null },
      headers: { host: "evil.example" }
    })
    expect(json.link).toMatch(/^https:\/\/gate\.example\/dashboard\/join#[\w-]{43}$/)
    const { json: me } = await signed().request("GET", "me", { headers: { host: "evil.example" } })
    expect(me.server.baseUrl).toBe("https://gate.example")
  })
})

describe("an invalid Host", () => {
  it.each(["evil.example/x", "evil.example#", "a@evil.example", "<script>alert(1)</script>"])(
    "%s is refused",
    async (host) => {
      expect((await owner.request("GET", "me", { headers: { host } })).status).toBe(400)
    }
  )

  it.each([
    ["evil.example:99999", "http://localhost"],
    ["gate.example:8080", "http://gate.example:8080"]
  ])("%s in links is %s", async (host, base) => {
    expect((await owner.request("GET", "me", { headers: { host } })).json.server.baseUrl).toBe(base)
  })
})
