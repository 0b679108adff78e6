import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { scopePreviews } from "../../../apps/dashboard/pages/threats/ScopePreview.ts"
import { blocklistTargetsOf, targetName } from "../../../core/threats/blocklist/BlocklistTargets.ts"
import { parseWebUrl } from "../../../core/urls/WebUrl.ts"

const targetsOf = (url: string): ReadonlySet<string> =>
  new Set(blocklistTargetsOf(Result.getOrThrow(parseWebUrl(url))).map(targetName))

describe("scopePreviews", () => {
  it("returns the effect of each scope", () => {
    expect(
      scopePreviews("https://user:x@Login.Example.com:8443/a/../b/verify?next=1#top").map((
        { expression, scope }
      ) => [scope, expression])
    )
      .toEqual([
        ["url", "login.example.com/b/verify?next=1"],
        ["page", "login.example.com/b/verify"],
        ["prefix", "login.example.com/b/verify"],
        ["host", "login.example.com"],
        ["domain", "login.example.com"]
      ])
  })

  it("returns nothing for an invalid URL", () => {
    for (const text of ["", "javascript:alert(1)", "http://", "ftp://example.com/"]) {
      expect(scopePreviews(text)).toEqual([])
    }
  })

  it("every shown entry covers the URL by the blocklist's own rules", () => {
    const part = fc.string({ unit: fc.constantFrom("a", "b", "-", "9"), minLength: 1, maxLength: 6 }).map((text) =>
      `x${text}x`
    )
    const path = fc.array(part, { maxLength: 4 }).map((parts) => parts.map((text) => `/${text}`).join(""))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), path, fc.option(part), (labels, folders, query) => {
        const url = `https://${labels.join(".")}.example${folders}${query === null ? "" : `?q=${query}`}`
        const known = targetsOf(url)
        for (const { expression, scope } of scopePreviews(url)) {
          expect(known).toContain(targetName({ kind: scope, expression }))
        }
      })
    )
  })

  it("marks a root, a host and a domain as wide", () => {
    const wide = (url: string) => scopePreviews(url).filter(({ isWide }) => isWide).map(({ scope }) => scope)
    expect(wide("https://example.com/")).toEqual(["prefix", "host", "domain"])
    expect(wide("https://example.com/a")).toEqual(["host", "domain"])
  })
})
