import { expect, it } from "vitest"
import { foldCharacters, foldPairs, skeletonOf } from "../../../../core/brands/letters/Skeleton.ts"

it.each([
  ["PayPal", "paypal"],
  ["раураl", "paypal"],
  ["Ünïcode", "unicode"],
  ["ｆｕｌｌ", "full"],
  ["soft\u00adhyphen\u200d", "softhyphen"],
  ["a\u65e5b\u672c", "a_b_"]
])("%j looks like %j: a sign without a lookalike separates words", (text, skeleton) => {
  expect(skeletonOf(text)).toBe(skeleton)
})

it.each([
  ["plan", "plan"],
  ["g00gle", "google"],
  ["1i1", "lll"],
  ["3458", "easb"],
  ["2679", "2679"]
])("%j folds to %j, character by character", (text, folded) => {
  expect(foldCharacters(text)).toBe(folded)
})

it.each([
  ["plan", "plan"],
  ["rnnnrr", "mmm"],
  ["vvclock", "wdock"],
  ["walc", "wak"]
])("letter pairs in %j look like %j", (text, folded) => {
  expect(foldPairs(text)).toBe(folded)
})
