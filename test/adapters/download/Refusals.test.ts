import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makeNotPublicError } from "../../../core/threats/DownloadUrl.ts"
import { FakeInternet, head, ok, type Outcome, redirect, send, textOf, until } from "./FakeInternet.ts"

const server = "93.184.216.34"
let internet: FakeInternet

beforeEach(async () => {
  internet = new FakeInternet()
  internet.names.set("public.test", [[server]])
})
afterEach(() => internet.close())

const refusal = (outcome: Outcome) => [outcome.kind, outcome.message]
const hostRefused = ["DownloadRefused", makeNotPublicError().message]

describe("hosts", () => {
  it("are resolved once, connected to at a checked address, and requested by name", async () => {
    await internet.serve(server, 80, ok("a document", "Content-Type: application/pdf"))
    const outcome = await internet.fetch("http://public.test/a/report.pdf?x=1#y")
    expect(outcome).toMatchObject({
      kind: "downloaded",
      document: {
        fileName: "report.pdf",
        contentType: "application/pdf",
        finalUrl: "http://public.test/a/report.pdf?x=1"
      }
    })
    expect(textOf(outcome)).toBe("a document")
    expect(internet.resolved).toEqual(["public.test"])
    expect(internet.connections).toEqual([`${server} 80`])
    expect(internet.heads).toEqual([
      "GET /a/report.pdf?x=1 HTTP/1.1\r\nHost: public.test\r\nUser-Agent: Gatehouse\r\nAccept: */*\r\n" +
      "Accept-Encoding: identity\r\nConnection: close\r\n\r\n"
    ])
  })

  it("are reached by TLS under their name or address", async () => {
    internet.names.set("a.public.test", [[server]])
    await internet.serve(server, 443, ok("secret"))
    const urls = ["https://public.test/", "https://a.public.test./", `https://${server}/`]
    expect((await internet.fetchAll(urls)).map(textOf)).toEqual(["secret", "secret", "secret"])
    expect(internet.serverNames).toEqual(["public.test", "a.public.test", null])
    expect(internet.heads.map((text) => /Host: (.*)\r/.exec(text)![1])).toEqual([
      "public.test",
      "a.public.test.",
      server
    ])
  })

  it("receive no request without a certificate for their name", async () => {
    internet.names.set("other.test", [["93.184.216.35"]])
    await internet.serve("93.184.216.35", 443, ok("x"))
    const outcomes = await internet.fetchAll(["https://other.test/", "https://93.184.216.35/"])
    expect(outcomes.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
      expect.stringContaining("DownloadFailed: The URL's server has no valid TLS certificate"),
      expect.stringContaining("DownloadFailed: The URL's server has no valid TLS certificate")
    ])
    expect(internet.heads).toEqual([])
  })

  it("fail without TLS if TLS is required", async () => {
    await internet.serve(server, 80, ok("x"))
    const { connect } = internet.world
    internet.world = { ...internet.world, connect: (address, port) => connect(address, port === 443 ? 80 : port) }
    const meanwhile = Effect.gen(function*() {
      yield* until(() => internet.connections.length > 0)
      yield* TestClock.adjust(500)
    })
    const outcome = await internet.fetch("https://public.test/", { totalMillisMax: 500 }, meanwhile)
    expect(outcome.kind).toBe("DownloadFailed")
    expect(internet.heads).toEqual([])
  })

  const private_ = [
    "127.0.0.1",
    "10.0.0.1",
    "169.254.169.254",
    "::1",
    "::ffff:10.0.0.1",
    "fd00:ec2::254",
    "fe80::1%eth0",
    "x"
  ]
  const answers = [
    ...private_.map((address) => [address]),
    ...private_.map((address) => [server, address]),
    ...private_.map((address) => [address, server]),
    [],
    null
  ].map((answer) => ({ answer, name: answer === null ? "no answer" : `[${answer.join(", ")}]` }))
  it.each(answers)("are refused without a connection if their addresses are $name", async ({ answer }) => {
    internet.names.set("public.test", [answer])
    await internet.serve(server, 80, ok("x"))
    expect(refusal(await internet.fetch("http://public.test/"))).toEqual(hostRefused)
    expect(internet.connections).toEqual([])
  })

  it("are connected to at the checked address, even if DNS changes afterwards", async () => {
    internet.names.set("public.test", [[server], ["127.0.0.1"]])
    await internet.serve(server, 80, ok("checked"))
    expect(textOf(await internet.fetch("http://public.test/"))).toBe("checked")
    expect(internet.resolved).toHaveLength(1)
    expect(internet.connections).toEqual([`${server} 80`])
  })

  it("need no DNS if they are addresses", async () => {
    await internet.serve(server, 80, ok("x"))
    await internet.serve("2a00:1450::1", 8080, ok("six"))
    const outcomes = await internet.fetchAll([
      `http://${server}/`,
      "http://1572395042/",
      "http://[2a00:1450:0::1]:8080/"
    ])
    expect(outcomes.map(textOf)).toEqual(["x", "x", "six"])
    expect(internet.resolved).toEqual([])
  })

  it("are tried at the next address, the other family first, a limited number of times", async () => {
    internet.names.set("public.test", [["2a00:1450::1", "2a00:1450::2", server]])
    await internet.serve(server, 80, ok("x"))
    expect(textOf(await internet.fetch("http://public.test/"))).toBe("x")
    expect(internet.connections).toEqual(["2a00:1450::1 80", `${server} 80`])
    internet.names.set("many.test", [["1.1.1.1", "1.1.1.2", "1.1.1.3", "1.1.1.4", server]])
    const outcome = await internet.fetch("http://many.test/")
    expect(refusal(outcome)).toEqual(["DownloadFailed", expect.stringContaining("could not be reached")])
    expect(internet.connections).toHaveLength(3)
  })

  it("receive no request if the socket leads to another address", async () => {
    await internet.serve("1.1.1.1", 80, ok("elsewhere"))
    const { connect } = internet.world
    // Loopback keeps its real behavior, so that the self-test passes.
    internet.world = {
      ...internet.world,
      connect: (address, port) => connect(address === server ? "1.1.1.1" : address, port)
    }
    expect(refusal(await internet.fetch("http://public.test/"))).toEqual(hostRefused)
    expect(internet.heads).toEqual([])
  })
})

describe("redirects", () => {
  it.each([301, 302, 303, 307, 308])("of status %i are followed on a new connection", async (status) => {
    internet.names.set("end.test", [["1.1.1.1"]])
    await internet.serve(server, 80, redirect("http://end.test/x/end.docx", status))
    await internet.serve("1.1.1.1", 80, ok("the end"))
    const outcome = await internet.fetch("http://public.test/start")
    expect(outcome.document).toMatchObject({ fileName: "end.docx", finalUrl: "http://end.test/x/end.docx" })
    expect(internet.connections).toEqual([`${server} 80`, "1.1.1.1 80"])
    expect(internet.heads.at(-1)).not.toMatch(/referer|cookie|authorization|public\.test/i)
  })

  it.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://[::1]/",
    "http://[::ffff:169.254.169.254]/latest/meta-data/",
    "http://169.254.169.254/latest/meta-data/",
    "//127.0.0.1/",
    "/\\127.0.0.1/",
    "\\\\127.0.0.1\\",
    "http://localhost/",
    "http://metadata.google.internal/",
    "http://inner.test/",
    "http://nobody.test/"
  ])("to %s are refused like any other host that is not public", async (location) => {
    internet.names.set("inner.test", [["10.0.0.1"]])
    await internet.serve(server, 80, redirect(location))
    expect(refusal(await internet.fetch("http://public.test/start"))).toEqual(hostRefused)
    expect(internet.connections).toEqual([`${server} 80`])
  })

  it.each([
    "file:///etc/passwd",
    "data:text/html,x",
    "ftp://public.test/",
    "gopher://127.0.0.1:6379/_x",
    "http://public.test:22/",
    "http://user:pw@public.test/",
    "http://[::1"
  ])("to %s are refused", async (location) => {
    await internet.serve(server, 80, redirect(location))
    expect((await internet.fetch("http://public.test/start")).kind).toBe("DownloadRefused")
    expect(internet.connections).toEqual([`${server} 80`])
  })

  it("are refused from https to http and followed from http to https", async () => {
    await internet.serve(server, 443, redirect("http://public.test/"))
    await internet.serve(server, 80, redirect("https://public.test:8443/"))
    await internet.serve(server, 8443, ok("safe"))
    const [down, up] = await internet.fetchAll(["https://public.test/", "http://public.test/"])
    expect(refusal(down!)).toEqual(["DownloadRefused", expect.stringContaining("from https to http")])
    expect(textOf(up!)).toBe("safe")
  })

  it("are checked again if the address of the name has changed", async () => {
    internet.names.set("public.test", [[server], ["127.0.0.1"]])
    await internet.serve(server, 80, redirect("/again"))
    expect(refusal(await internet.fetch("http://public.test/start"))).toEqual(hostRefused)
    expect(internet.connections).toEqual([`${server} 80`])
  })

  it("are followed at most five times", async () => {
    const left = (text: string) => Number(/GET \/(\d+)/.exec(text)![1])
    await internet.serve(
      server,
      80,
      (socket, text) => (left(text) === 0 ? ok("there") : redirect(`/${left(text) - 1}`))(socket, text)
    )
    expect(textOf(await internet.fetch("http://public.test/5"))).toBe("there")
    const outcome = await internet.fetch("http://public.test/6")
    expect(refusal(outcome)).toEqual(["DownloadFailed", expect.stringContaining("more than 5 times")])
    expect(internet.connections).toHaveLength(6)
  })

  it("are ignored in the document and in headers other than Location", async () => {
    const page = "<meta http-equiv=refresh content='0;url=http://127.0.0.1/'>"
    await internet.serve(server, 80, ok(page, "Refresh: 0;url=http://127.0.0.1/", "Location: http://127.0.0.1/"))
    expect(textOf(await internet.fetch("http://public.test/"))).toBe(page)
  })

  it("yield no document without a target, or for a status other than 200", async () => {
    for (const status of [201, 204, 206, 302, 304, 401, 404, 429, 500, 503]) {
      const address = `1.1.1.${status % 256}`
      await internet.serve(address, 80, send(head(status, "WWW-Authenticate: Basic", "Content-Length: 3"), "abc"))
      const outcome = await internet.fetch(`http://${address}/`)
      expect(refusal(outcome)).toEqual(["DownloadFailed", expect.stringContaining(`status ${status}`)])
    }
    expect(internet.heads.filter((text) => /authorization/i.test(text))).toEqual([])
  })

  it("may be encoded in UTF-8", async () => {
    await internet.serve(
      server,
      80,
      (socket, text) => (text.startsWith("GET /x ") ? redirect("/bücher") : ok(text.split(" ")[1]!))(socket, text)
    )
    expect(textOf(await internet.fetch("http://public.test/x"))).toBe("/b%C3%BCcher")
  })
})
