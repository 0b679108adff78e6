import { expect, it } from "vitest"
import { brandIndex } from "../../../../core/urls/brands/BrandIndex.ts"
import { embeddedDomain } from "../../../../core/urls/brands/EmbeddedDomain.ts"

it.each([
  ["paypal.com.example.net", 1, 0.97],
  ["www-paypal-com.example.net", 1, 0.95],
  ["paypal.com", 1, null],
  ["paypal.com.br", 2, null],
  // Hyphens stand between words too.
  ["apple-it.example.net", 1, null],
  ["example.net", 1, null]
])("a brand's domain in %s, before a suffix of %i labels, scores %j", (host, suffixLabels, score) => {
  const likeness = embeddedDomain(host, suffixLabels, brandIndex())
  expect(likeness?.score ?? null).toBe(score)
  expect(likeness === null).toBe(score === null)
})

it("the longer of two domains that begin alike is the one that is named", () => {
  const likeness = embeddedDomain("amazon.co.uk.example.net", 1, brandIndex())
  expect(likeness?.evidence).toBe("amazon.co.uk stands within the name, which belongs to somebody else.")
})
