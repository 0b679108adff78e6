import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { popularDomainsOf } from "../../../../adapters/lists/PopularDomainsMemory.ts"
import { publicSuffixes } from "../../../../adapters/lists/PublicSuffixesTldts.ts"
import type { BlocklistTarget, ListingAction } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import { parseBlocklistTarget } from "../../../../core/threats/blocklist/BlocklistGuard.ts"
import { hostGuard } from "../../../../core/threats/blocklist/HostGuard.ts"
import type { HostKnowledge } from "../../../../core/urls/HostKnowledge.ts"

const knowledge: HostKnowledge = {
  suffixes: publicSuffixes,
  popular: popularDomainsOf(["first.example", "second.example", "weebly.com"]),
  own: new Set(["shop.own.example", "192.0.2.7"])
}

const target = (kind: BlocklistTarget["kind"], text: string, force = false, action: ListingAction = "block") =>
  parseBlocklistTarget(kind, text, knowledge, { force, action })

const refusal = (kind: BlocklistTarget["kind"], text: string, action: ListingAction = "block") =>
  Result.getOrThrow(Result.flip(target(kind, text, false, action)))

describe("an entry that covers a whole host", () => {
  it.each(
    [
      ["host", "second.example", "popular-domain"],
      ["host", "www.second.example", "popular-domain"],
      ["domain", "first.example", "popular-domain"],
      ["host", "mail.first.example", "popular-domain"],
      ["domain", "login.www.first.example", "popular-domain"],
      ["host", "mail-login.first.example", null],
      ["host", "first.example.login.example", null],
      ["host", "login.third.example", null],
      ["host", "accounts.tenants.example.weebly.com", null],
      ["host", "secure.weebly.com", null],
      ["host", "bit.ly", "shortener"],
      ["host", "www.bit.ly", "shortener"],
      ["domain", "www.bit.ly", "shortener"],
      ["host", "www.www.bit.ly", null],
      ["host", "docs.google.com", "shared-host"],
      ["host", "www.docs.google.com", "shared-host"],
      ["domain", "discordapp.com", "shared-host"],
      ["host", "discordapp.com", null],
      ["host", "office.com.example", null],
      ["domain", "co.uk", "public-suffix"],
      ["domain", "github.io", "public-suffix"],
      ["host", "intranet", "public-suffix"],
      ["host", "shop.own.example", "own-site"],
      ["host", "own.example", null],
      ["domain", "own.example", "own-site"],
      ["domain", "example", "own-site"],
      ["domain", "notown.example", null],
      ["host", "192.0.2.7", "own-site"],
      ["host", "192.0.2.8", null]
    ] as const
  )("of kind %s for %s is guarded as %s", (kind, host, name) => {
    expect(hostGuard(kind, host, knowledge)?.reason ?? null).toBe(name)
  })

  it("names the widely used domain", () => {
    expect(refusal("domain", "second.example")).toMatchObject({
      _tag: "EntryTooBroad",
      message: expect.stringContaining("second.example is a widely used domain")
    })
  })

  it("is guarded as a prefix of the whole host, but not as one of a path or as a URL", () => {
    expect(refusal("prefix", "http://first.example")._tag).toBe("EntryTooBroad")
    for (const [kind, text] of [["prefix", "http://first.example/a/"], ["url", "http://first.example"]] as const) {
      expect(Result.getOrThrow(target(kind, text))).toMatchObject({ kind, forced: false })
    }
  })

  it("can be forced, which is recorded; forcing an unguarded entry changes nothing", () => {
    expect(Result.getOrThrow(target("domain", "first.example", true))).toEqual({
      kind: "domain",
      expression: "first.example",
      forced: true
    })
    expect(Result.getOrThrow(target("domain", "third.example", true)).forced).toBe(false)
  })
})

describe("an exception for a whole host", () => {
  it.each(["first.example", "own.example", "shop.own.example"])("is accepted for %s", (host) => {
    expect(Result.isSuccess(target("domain", host, false, "allow"))).toBe(true)
  })

  it.each(["co.uk", "bit.ly", "docs.google.com", "github.io"])("is refused for %s, which has tenants", (host) => {
    expect(refusal("domain", host, "allow").message).toContain("would allow everything there")
  })
})
