import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { baseUrlOf, crossOriginProblem, isOwnOrigin } from "../../../../../adapters/http/account/session/SameOrigin.ts"

const host = fc.oneof(fc.domain(), fc.ipV4(), fc.constant("localhost"))
const port = fc.integer({ min: 1, max: 65_535 })
const publicUrls = fc.constantFrom(null, "https://gate.example", "http://gate.example:8080")

describe("an origin", () => {
  it("is ours if it equals Host and no public address is configured", () => {
    fc.assert(fc.property(host, port, fc.constantFrom("http", "https"), (name, at, scheme) => {
      expect(isOwnOrigin(new URL(`${scheme}://${name}:${at}`).origin, `${name}:${at}`, null)).toBe(true)
    }))
  })

  it("is foreign if Host differs", () => {
    fc.assert(fc.property(host, host, port, publicUrls, (name, other, at, publicUrl) => {
      fc.pre(new URL(`http://${name}`).hostname !== new URL(`http://${other}`).hostname)
      expect(isOwnOrigin(`http://${name}:${at}`, `${other}:${at}`, publicUrl)).toBe(false)
    }))
  })

  it("is foreign if it is not the public name, whatever Host contains", () => {
    fc.assert(fc.property(fc.domain(), port, (name, at) => {
      fc.pre(name !== "gate.example")
      expect(isOwnOrigin(new URL(`http://${name}:${at}`).origin, `${name}:${at}`, "https://gate.example")).toBe(false)
    }))
  })

  it("is parsed in linear time and never throws", () => {
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
    "%s is never sent by a browser",
    (origin) => {
      expect(isOwnOrigin(origin, "gate.example", "https://gate.example")).toBe(false)
    }
  )
})

describe("a request", () => {
  const problemOf = (method: string, headers: Readonly<Record<string, string>>) =>
    crossOriginProblem({ method, header: (name) => headers[name] }, null) === null
  const own = { "x-gatehouse-dashboard": "1" }

  it.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "post", ""])("needs the header for %s", (method) => {
    expect(problemOf(method, {})).toBe(false)
    expect(problemOf(method, own)).toBe(true)
  })

  it.each(["GET", "HEAD"])("does not need the header for %s", (method) => {
    expect(problemOf(method, {})).toBe(true)
  })

  it("is refused from any other site, even with the header", () => {
    fc.assert(fc.property(fc.string(), fc.constantFrom("GET", "POST"), (site, method) => {
      fc.pre(site !== "same-origin" && site !== "none")
      expect(problemOf(method, { ...own, "sec-fetch-site": site })).toBe(false)
    }))
  })
})
