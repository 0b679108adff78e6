import * as fc from "fast-check"

/** Generates text of any code points, including lone surrogates. */
export const anyText = (charsMax: number): fc.Arbitrary<string> =>
  fc.array(fc.oneof(fc.integer({ min: 0, max: 0x10ffff }), fc.integer({ min: 0, max: 0x5ff })), { maxLength: charsMax })
    .map((codes) => String.fromCodePoint(...codes))
