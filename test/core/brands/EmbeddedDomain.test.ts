import { expect, it } from "vitest"
import { brandIndex } from "../../../core/brands/data/BrandIndex.ts"
import { findEmbeddedDomain } from "../../../core/brands/FindLookalike.ts"

it.each([
  ["paypal.com.example.net", 1, 0.97],
  ["www-paypal-com.example.net", 1, 0.95],
  ["paypal.com", 1, null],
  ["paypal.com.br", 2, null],
  // This does not match apple.it, because hyphens also separate words.
  ["apple-it.example.net", 1, null],
  ["example.net", 1, null]
])("a brand's domain in %s, before a suffix of %i labels, scores %j", (host, suffixLabels, score) => {
  const likeness = findEmbeddedDomain(host, suffixLabels, brandIndex())
  expect(likeness?.score ?? null).toBe(score)
  expect(likeness === null).toBe(score === null)
})

it.each([
  ["apple.com.paypal.com.example.net", "paypal.com"],
  ["paypal.com.apple.com.example.net", "paypal.com"],
  ["paypal.com.amazon.com.example.net", "paypal.com"],
  ["amazon.com.paypal.com.example.net", "amazon.com"]
])("of two domains in %s the longer one is named, otherwise the first", (host, named) => {
  expect(findEmbeddedDomain(host, 1, brandIndex())?.evidence).toMatch(`${named} is part of a host name`)
})
