import { describe, expect, it } from "vitest"
import { sharedHosts, shorteners } from "../../../core/urls/SharedHosts.ts"
import { tenantHostSets } from "../../../core/urls/TenantHosts.ts"

const { accounts, relays, tenants } = tenantHostSets()

describe("host tables", () => {
  it.each([["shorteners", shorteners, 250], ["shared", sharedHosts, 500], ["tenants", tenants, 350], [
    "relays",
    relays,
    40
  ]])(
    "%s are names as in canonical URLs",
    (_, hosts, countMin) => {
      expect(hosts.size).toBeGreaterThan(countMin)
      const odd = [...hosts].filter((host) =>
        !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host) || new URL(`http://${host}`).hostname !== host
      )
      expect(odd).toEqual([])
    }
  )

  it("of accounts contain only tenant hosts", () => {
    expect([...accounts].filter((host) => !tenants.has(host))).toEqual([])
  })

  it("of shorteners and shared hosts have nothing in common", () => {
    expect([...shorteners].filter((host) => sharedHosts.has(host))).toEqual([])
  })

  it.each(["bit.ly", "t.co", "tinyurl.com", "rb.gy", "linktr.ee"])("%s is a shortener", (host) => {
    expect(shorteners.has(host)).toBe(true)
  })

  // A service that logs the visitors of links is not listed, so that it can be blocked completely.
  it.each(["iplogger.org", "example.com", "git.new"])(
    "%s is no shortener",
    (host) => expect(shorteners.has(host)).toBe(false)
  )

  it.each(["docs.google.com", "pastebin.com", "wikaba.com", "weebly.com", "vercel.app", "beacons.ai", "blogspot.de"])(
    "%s is shared",
    (host) => expect(sharedHosts.has(host)).toBe(true)
  )

  it.each(["example.com", "www.example.com", "windsormetalbattery.com"])("%s is not shared", (host) => {
    expect(sharedHosts.has(host)).toBe(false)
  })

  it.each(["zzux.com", "duckdns.org", "pages.dev", "sharepoint.com"])("below %s are tenants", (host) => {
    expect(tenants.has(host)).toBe(true)
  })

  it.each(["google.com", "twitter.com", "docs.google.com"])("below %s are no tenants", (host) => {
    expect(tenants.has(host)).toBe(false)
  })
})
