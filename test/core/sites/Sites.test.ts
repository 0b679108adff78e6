import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { Secrets } from "../../../core/kernel/Secrets.ts"
import { isKeyText } from "../../../core/keys/KeyText.ts"
import { changeSite, createSite, rotateSiteSecret, type SiteChange } from "../../../core/sites/ManageSites.ts"
import { hostnamesMax, siteOptionsDefault } from "../../../core/sites/Site.ts"
import { Sites } from "../../../core/sites/Sites.ts"
import { layerMemory } from "../accounts/MemoryPorts.ts"

const siteOn = (...hostnames: ReadonlyArray<string>) => createSite({ accountId: "acc_1", name: "shop", hostnames })

describe("sites", () => {
  it.effect("get a public key and a secret, which is stored only as a digest", () =>
    Effect.gen(function*() {
      const { secretKey, site } = yield* siteOn("www.example.com")
      expect(isKeyText("gh_site_", site.siteKey)).toBe(true)
      expect(isKeyText("gh_secret_", secretKey)).toBe(true)
      expect(JSON.stringify(site)).not.toContain(secretKey)
      expect(site.secretDigests).toEqual([(yield* Secrets).sha256Hex(secretKey)])
    }).pipe(Effect.provide(layerMemory)))

  it.effect("store host names in lowercase ASCII, each once", () =>
    Effect.gen(function*() {
      const { site } = yield* siteOn(
        "WWW.Example.com",
        "bücher.example",
        "www.example.com.",
        " localhost ",
        "192.0.2.1",
        "*.Shop.Example.com.",
        "*.bücher.example",
        "::1",
        "[2001:DB8::0]",
        "[::1]"
      )
      expect(site.hostnames).toEqual([
        "www.example.com",
        "xn--bcher-kva.example",
        "localhost",
        "192.0.2.1",
        "*.shop.example.com",
        "*.xn--bcher-kva.example",
        "[::1]",
        "[2001:db8::]"
      ])
    }).pipe(Effect.provide(layerMemory)))

  it.effect("refuse invalid host names", () =>
    Effect.gen(function*() {
      const bad = [
        "",
        "a b",
        "http://example.com",
        "example.com/path",
        "example.com:80",
        "me@example.com",
        "*",
        "*.",
        "*.com",
        "*.localhost",
        "*.192.0.2.1",
        "*.*.example.com",
        "www.*.example.com",
        "*example.com",
        "[::1",
        "[192.0.2.1]",
        "*.[::1]",
        "1:2",
        `*.${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.examples`,
        "a%2eb",
        "exa\nmple.com",
        `${"a".repeat(63)}.`.repeat(4) + "com"
      ]
      for (const hostname of bad) expect((yield* Effect.flip(siteOn(hostname)))._tag, hostname).toBe("InvalidHostname")
      expect((yield* Effect.flip(siteOn()))._tag).toBe("InvalidHostname")
      const many = Array.from({ length: hostnamesMax + 1 }, (_, at) => `h${at}.example.com`)
      expect((yield* Effect.flip(siteOn(...many)))._tag).toBe("InvalidHostname")
    }).pipe(Effect.provide(layerMemory)))

  it.effect("can be changed in part, and only to valid values", () =>
    Effect.gen(function*() {
      const sites = yield* Sites
      const { site } = yield* createSite({
        accountId: "acc_1",
        name: "shop",
        hostnames: ["example.com"],
        options: { scoreMin: 30 }
      })
      expect(site.options).toEqual({ ...siteOptionsDefault, scoreMin: 30 })
      const changed = yield* changeSite("acc_1", site.id, { options: { degraded: "limit", degradedPerMinuteMax: 5 } })
      expect(changed).toEqual({ ...site, options: { ...site.options, degraded: "limit", degradedPerMinuteMax: 5 } })
      expect(yield* changeSite("acc_1", site.id, { name: " store ", hostnames: ["*.Example.com"] })).toEqual({
        ...changed,
        name: "store",
        hostnames: ["*.example.com"]
      })
      expect(yield* changeSite("acc_1", site.id, {})).toEqual(yield* sites.get("acc_1", site.id))
      const refused = (change: SiteChange) =>
        Effect.map(Effect.flip(changeSite("acc_1", site.id, change)), ({ _tag }) => _tag)
      for (const scoreMin of [-1, 101, 1.5, NaN]) {
        expect(yield* refused({ options: { scoreMin } })).toBe("InvalidSiteOption")
      }
      expect(yield* refused({ options: { degradedPerMinuteMax: 0 } })).toBe("InvalidSiteOption")
      expect(yield* refused({ hostnames: [] })).toBe("InvalidHostname")
      expect(yield* refused({ name: " " })).toBe("InvalidName")
      expect((yield* Effect.flip(changeSite("acc_2", site.id, {})))._tag).toBe("SiteNotFound")
      expect((yield* sites.get("acc_1", site.id)).name).toBe("store")
    }).pipe(Effect.provide(layerMemory)))

  it.effect("keep the previous secret valid, but no older one", () =>
    Effect.gen(function*() {
      const { sha256Hex } = yield* Secrets
      const sites = yield* Sites
      const { secretKey: first, site } = yield* siteOn("example.com")
      const { secretKey: second } = yield* rotateSiteSecret("acc_1", site.id)
      expect((yield* sites.get("acc_1", site.id)).secretDigests).toEqual([sha256Hex(second), sha256Hex(first)])
      const { secretKey: third } = yield* rotateSiteSecret("acc_1", site.id)
      expect((yield* sites.get("acc_1", site.id)).secretDigests).toEqual([sha256Hex(third), sha256Hex(second)])
      expect((yield* Effect.flip(rotateSiteSecret("acc_2", site.id)))._tag).toBe("SiteNotFound")
    }).pipe(Effect.provide(layerMemory)))
})
