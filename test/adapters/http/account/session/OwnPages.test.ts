import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { baseUrlOf, isOwnOrigin, whyForeign } from "../../../../../adapters/http/account/session/OwnPages.ts"

const host = fc.oneof(fc.domain(), fc.ipV4(), fc.constant("localhost"))
const port = fc.integer({ min: 1, max: 65_535 })
const publicUrls = fc.constantFrom(null, "https://gate.example", "http://gate.example:8080")

describe("an origin", () => {
  it("is ours where it is the Host, as long as no public address is known", () => {
    fc.assert(fc.property(host, port, fc.constantFrom("http", "https"), (name, at, scheme) => {
      expect(isOwnOrigin(new URL(`${scheme}://${name}:${at}`).origin, `${name}:${at}`, null)).toBe(true)
    }))
  })

  it("is nobody's where Host is another", () => {
    fc.assert(fc.property(host, host, port, publicUrls, (name, other, at, publicUrl) => {
      fc.pre(new URL(`http://${name}`).hostname !== new URL(`http://${other}`).hostname)
      expect(isOwnOrigin(`http://${name}:${at}`, `${other}:${at}`, publicUrl)).toBe(false)
    }))
  })

  it("under a name that is not the public one is nobody's, whatever Host says", () => {
    fc.assert(fc.property(fc.domain(), port, (name, at) => {
      fc.pre(name !== "gate.example")
      expect(isOwnOrigin(new URL(`http://${name}:${at}`).origin, `${name}:${at}`, "https://gate.example")).toBe(false)
    }))
  })

  it("is looked at in linear time, and never thrown at, of any text", () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), publicUrls, (origin, name, publicUrl) => {
        expect(typeof isOwnOrigin(origin, name, publicUrl)).toBe("boolean")
        expect(new URL(baseUrlOf(publicUrl, name)).origin).toBe(baseUrlOf(publicUrl, name))
      })
    )
    expect(isOwnOrigin(`http://${"a.".repeat(100_000)}`, "a", null)).toBe(false)
  })

  it.each([
    "ftp://gate.example",
    "https://gate.example/",
    "https://gate.example:443",
    "HTTPS://gate.example",
    "null",
    ""
  ])(
    "%s is none that a browser sends",
    (origin) => {
      expect(isOwnOrigin(origin, "gate.example", "https://gate.example")).toBe(false)
    }
  )
})

describe("a request", () => {
  const asked = (method: string, headers: Readonly<Record<string, string>>) =>
    whyForeign({ method, header: (name) => headers[name] }, null) === null
  const own = { "x-gatehouse-dashboard": "1" }

  it.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "post", ""])("of %s needs the header", (method) => {
    expect(asked(method, {})).toBe(false)
    expect(asked(method, own)).toBe(true)
  })

  it.each(["GET", "HEAD"])("of %s does not", (method) => {
    expect(asked(method, {})).toBe(true)
  })

  it("is refused of any site but this one, with the header too", () => {
    fc.assert(fc.property(fc.string(), fc.constantFrom("GET", "POST"), (site, method) => {
      fc.pre(site !== "same-origin" && site !== "none")
      expect(asked(method, { ...own, "sec-fetch-site": site })).toBe(false)
    }))
  })
})
