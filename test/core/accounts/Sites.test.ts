import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createSite } from "../../../core/accounts/CreateSite.ts"
import { isKeyText } from "../../../core/accounts/KeyText.ts"
import { rotateSiteSecret } from "../../../core/accounts/RotateSiteSecret.ts"
import { hostnamesMax } from "../../../core/accounts/Site.ts"
import { Secrets } from "../../../core/ports/Secrets.ts"
import { Sites } from "../../../core/ports/Sites.ts"
import { layerMemory } from "./MemoryPorts.ts"

const siteOn = (...hostnames: ReadonlyArray<string>) => createSite({ accountId: "acc_1", name: "shop", hostnames })

describe("sites", () => {
  it.effect("get a public key and a secret, of which only the digest is stored", () =>
    Effect.gen(function*() {
      const { secretKey, site } = yield* siteOn("www.example.com")
      expect(isKeyText("gh_site_", site.siteKey)).toBe(true)
      expect(isKeyText("gh_secret_", secretKey)).toBe(true)
      expect(JSON.stringify(site)).not.toContain(secretKey)
      expect(site.secretDigests).toEqual([(yield* Secrets).sha256Hex(secretKey)])
    }).pipe(Effect.provide(layerMemory)))

  it.effect("hold host names in lower case and ASCII, each once", () =>
    Effect.gen(function*() {
      const { site } = yield* siteOn(
        "WWW.Example.com",
        "bücher.example",
        "www.example.com.",
        " localhost ",
        "192.0.2.1"
      )
      expect(site.hostnames).toEqual(["www.example.com", "xn--bcher-kva.example", "localhost", "192.0.2.1"])
    }).pipe(Effect.provide(layerMemory)))

  it.effect("refuse what is no host name", () =>
    Effect.gen(function*() {
      const bad = [
        "",
        "a b",
        "http://example.com",
        "example.com/path",
        "example.com:80",
        "me@example.com",
        "*.example.com",
        "a%2eb",
        "exa\nmple.com",
        `${"a".repeat(63)}.`.repeat(4) + "com"
      ]
      for (const hostname of bad) expect((yield* Effect.flip(siteOn(hostname)))._tag, hostname).toBe("InvalidHostname")
      expect((yield* Effect.flip(siteOn()))._tag).toBe("InvalidHostname")
      const many = Array.from({ length: hostnamesMax + 1 }, (_, at) => `h${at}.example.com`)
      expect((yield* Effect.flip(siteOn(...many)))._tag).toBe("InvalidHostname")
    }).pipe(Effect.provide(layerMemory)))

  it.effect("keep the secret before the newest alive, and no older one", () =>
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
