import { describe, expect, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import { splitLink } from "../../../apps/dashboard/parts/text/TruncatedLink.tsx"
import { parseWebUrl } from "../../../core/urls/WebUrl.ts"

const trick = "accounts.google.com.secure-session.evil.example"

describe("the host of a link", () => {
  it.each([
    [`${trick}/signin/v2/identifier?x=accounts.google.com`, trick],
    [`https://${trick}/signin`, `https://${trick}`],
    [`${trick}?to=https://google.com/`, trick],
    [`${trick}#google.com/`, trick],
    [`${trick}\\google.com/`, trick],
    [trick, trick],
    ["evil.example:8080/google.com", "evil.example:8080"],
    ["[2001:db8::1]/google.com", "[2001:db8::1]"],
    ["192.0.2.1/", "192.0.2.1"],
    ["", ""]
  ])("for %s is %s", (link, host) => {
    expect(splitLink(link)).toEqual({ host, behind: link.slice(host.length) })
  })

  it("is the host that the link opens, and the whole link remains visible", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const parsed = parseWebUrl(url)
        if (Result.isFailure(parsed)) return
        const link = parsed.success.canonical
        const { behind, host } = splitLink(link)
        expect(host).toBe(parsed.success.readings[0].host)
        expect(host + behind).toBe(link)
      })
    )
  })
})
