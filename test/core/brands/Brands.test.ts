import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { readBrands } from "../../../core/brands/data/Brand.ts"
import { brandIndex } from "../../../core/brands/data/BrandIndex.ts"
import { findLookalike } from "../../../core/brands/FindLookalike.ts"
import { tenantHostSets } from "../../../core/urls/TenantHosts.ts"
import { runs } from "../../support/TestRun.ts"

const { brands, owners } = brandIndex()
const context = { registrableDomain: publicSuffixes.registrableDomain }

describe("the brand table", () => {
  it("can be read", () => {
    expect(
      readBrands(
        "\nT-Mobile | t-mobile tm | t-mobile.com tm.example | de co.uk | word family:de,at\n\nX | x | x.com | | games\n"
      )
    )
      .toEqual([
        {
          name: "T-Mobile",
          tokens: ["tmobile", "tm"],
          domains: ["t-mobile.com", "tm.example", "t-mobile.de", "t-mobile.co.uk"],
          isWord: true,
          isProduct: false,
          affiliateSuffixes: ["de", "at"],
          trade: null
        },
        {
          name: "X",
          tokens: ["x"],
          domains: ["x.com"],
          isWord: false,
          isProduct: false,
          affiliateSuffixes: [],
          trade: "games"
        }
      ])
  })

  it("contains two hundred brands, each with a name, tokens and a main domain", () => {
    expect(brands.length).toBeGreaterThanOrEqual(202)
    expect(brands.filter(({ domains, name, tokens }) => name === "" || tokens.length === 0 || domains.length === 0))
      .toEqual([])
  })

  it("names each brand once", () => {
    const names = brands.map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it("contains tokens as they appear in host names", () => {
    expect(brands.flatMap(({ tokens }) => tokens).filter((token) => !/^[a-z0-9]{3,}$/.test(token))).toEqual([])
  })

  it("contains registrable domains, or a public suffix below a brand's domain", () => {
    const odd = [...owners.keys()].filter((domain) =>
      !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain) || new URL(`http://${domain}`).hostname !== domain ||
      (publicSuffixes.registrableDomain(domain) === null && !publicSuffixes.isPublicSuffix(domain))
    )
    expect(odd).toEqual([])
  })

  it("owns no country or generic suffix", () => {
    const suffixes = [...owners.keys()].filter((domain) => publicSuffixes.isPublicSuffix(domain) && domain.length < 8)
    expect(suffixes).toEqual([])
  })
})

describe("a domain of a brand owner", () => {
  it("imitates no brand", () => {
    expect([...owners.keys()].filter((domain) => findLookalike(domain, context) !== null)).toEqual([])
  })

  it("has no subdomains that imitate a brand, unless they belong to tenants", () => {
    const own = [...owners.keys()].filter((domain) =>
      !tenantHostSets().tenants.has(domain) &&
      publicSuffixes.registrableDomain(`a.b.${domain}`) === publicSuffixes.registrableDomain(domain)
    )
    expect(own.length).toBeGreaterThan(1_000)
    const labels = fc.array(
      fc.oneof(
        fc.constantFrom("paypal", "login", "secure-apple", "xn--pypal-4ve", "www"),
        fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/)
      ),
      { minLength: 1, maxLength: 3 }
    )
    fc.assert(
      fc.property(fc.constantFrom(...own), labels, (domain, front) => {
        const host = `${front.join(".")}.${domain}`
        // Excludes subdomains of tenants, by the list of hosts or by the list of suffixes.
        const isTenants = publicSuffixes.registrableDomain(host) !== publicSuffixes.registrableDomain(domain) ||
          [...tenantHostSets().tenants].some((tenants) => host.endsWith(`.${tenants}`))
        expect(isTenants || findLookalike(host, context) === null).toBe(true)
      }),
      runs(250)
    )
  })
})
