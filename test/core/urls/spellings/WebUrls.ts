import * as fc from "fast-check"
import { listedUrl, plainText } from "./ListedUrl.ts"
import { randomOf } from "./Random.ts"
import { spelling } from "./Spelling.ts"

/** Generates URLs of all kinds, plain and disguised. */
export const webUrl: fc.Arbitrary<string> = fc.tuple(fc.integer(), fc.boolean()).map(([seed, isPlain]) => {
  const random = randomOf(seed)
  const listed = listedUrl(random)
  return isPlain ? plainText(listed) : spelling(listed, random)
})

/** Generates any text, including lone surrogates. */
export const anyText: fc.Arbitrary<string> = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff })),
  { maxLength: 40 }
).map((codes) => String.fromCharCode(...codes))
