import { expect, it } from "vitest"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { findLookalike } from "../../../core/brands/FindLookalike.ts"

const find = (host: string) => findLookalike(host, { registrableDomain: publicSuffixes.registrableDomain })

/**
 * Scores of each brand name by the text after the hyphen.
 *
 * The texts are a lure word, a lure word with an unknown word, a plain word, and an unknown word.
 */
it.each([
  ["instagram", [0.92, 0.86, 0.74, 0.66]],
  ["lnstagram", [0.9, 0.86, 0.74, 0.66]],
  ["instagran", [0.85, null, 0.6, null]],
  ["venmo", [0.92, 0.86, 0.74, 0.66]],
  ["ebay", [0.88, null, null, null]],
  ["chase", [0.88, null, null, null]]
])("%s with a hyphen before another word scores %j", (name, scores) => {
  const hosts = ["verify", "verify-qzxw", "the", "qzxw"].map((words) => `${name}-${words}.com`)
  expect(hosts.map((host) => find(host)?.score ?? null)).toEqual(scores)
})

it.each([
  ["instagram", [0.88, 0.8, 0.68, 0.64]],
  ["linkedin", [0.88, 0.8, 0.68, 0.64]],
  ["netflix", [0.88, 0.8, 0.68, 0.62]],
  ["paypal", [0.88, 0.8, 0.68, null]],
  ["venmo", [0.8, null, null, null]],
  ["ebay", [null, null, null, null]]
])("%s joined to another word scores %j", (name, scores) => {
  const hosts = ["verify", "verifyqzxw", "the", "qzxw"].map((words) => `${name}${words}.com`)
  expect(hosts.map((host) => find(host)?.score ?? null)).toEqual(scores)
})

it.each([
  ["paypalqzxw.top", 0.62],
  ["paypalqz.com", 0.62],
  ["qzpaypal.com", 0.62],
  ["paypalqzx.com", null],
  ["qpaypalz.com", null],
  ["qzvenmoverify.com", null],
  ["paypaiverify.com", 0.85]
])("a name of at most six letters next to letters that form no word: %s scores %d", (host, score) => {
  expect(find(host)?.score ?? null).toBe(score)
})

it.each([
  ["xn--pypal-4ve.com", 0.98],
  ["arnazon.com", 0.93],
  ["netflix1.com", 0.66],
  ["netflix12.top", 0.8],
  ["1venmo.com", 0.66],
  ["1ebay.com", null],
  ["net-flix.com", 0.85],
  ["cha-se.com", 0.6],
  ["e-bay.com", null],
  ["paypalcom.com", 0.9],
  ["ebaycom.com", null],
  ["venmo.xyz", 0.62],
  ["ebay.xyz", null],
  ["chase.xyz", null],
  ["roblox.lu", 0.62],
  ["paypal.lu", null]
])("a name on its own: %s scores %d", (host, score) => expect(find(host)?.score ?? null).toBe(score))
