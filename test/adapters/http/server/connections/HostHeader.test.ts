import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hasValidHost } from "../../../../../adapters/http/server/connections/NodeServer.ts"
import { runs } from "../../../../support/TestRun.ts"

const plain = [
  "example.com",
  "example.com:8080",
  "EXAMPLE.com.",
  "127.0.0.1:80",
  "[::1]:8080",
  "[fe80::1%25eth0]",
  "xn--bcher-kva.example",
  "my_service",
  "bücher.example",
  ""
]
const odd = [
  "a.example, b.example",
  "a.example,b.example",
  "a.example b.example",
  "a.example\tb.example",
  "ann@example.com",
  "example.com/path",
  "http://example.com",
  "example.com?x",
  "example.com#x",
  "example.com\\x"
]

describe("the Host header", () => {
  it.each(plain)("accepts %j", (host) => {
    expect(hasValidHost({ rawHeaders: ["Accept", "*/*", "Host", host, "X-Host", "a, b"] })).toBe(true)
  })
  it.each(odd)("refuses %j", (host) => {
    expect(hasValidHost({ rawHeaders: ["Accept", "*/*", "host", host] })).toBe(false)
  })
})

it("refuses two Host headers in any case, position and value, but never other headers", () => {
  const other = fc.tuple(
    fc.constantFrom("X-Forwarded-Host", "Hos", "Hosts", "Origin", "via"),
    fc.constantFrom("host", "a, b")
  )
  const host = fc.tuple(fc.constantFrom("Host", "host", "HOST", "hOsT"), fc.constantFrom(...plain))
  fc.assert(
    fc.property(
      fc.array(other, { maxLength: 8 }),
      fc.array(host, { maxLength: 3 }),
      fc.infiniteStream(fc.nat()),
      (others, hosts, places) => {
        const lines: Array<readonly [string, string]> = [...others]
        for (const one of hosts) lines.splice(places.next().value % (lines.length + 1), 0, one)
        expect(hasValidHost({ rawHeaders: lines.flat() })).toBe(hosts.length <= 1)
      }
    ),
    runs(200)
  )
})
