import * as fc from "fast-check"

/** Code points of surrogate halves, which are not characters. `to` is exclusive. */
const surrogates = { from: 0xd800, to: 0xe000 }

const charactersCount = 0x110000 - (surrogates.to - surrogates.from)

const character = (index: number): string =>
  String.fromCodePoint(index < surrogates.from ? index : index + surrogates.to - surrogates.from)

const indexOf = (text: unknown): number => {
  const code = typeof text === "string" ? text.codePointAt(0) : undefined
  if (code === undefined || String.fromCodePoint(code) !== text) throw new Error("Not one character")
  return code < surrogates.from ? code : code - (surrogates.to - surrogates.from)
}

const charactersUpTo = (count: number) => fc.nat(count - 1).map(character, indexOf)

/**
 * Generates any character, often one below U+0600, as the `unit` of `fc.string`.
 *
 * Replaces `unit: "binary"`, for which fast-check builds a table of all characters. The table takes 0.7 s in each
 * process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.oneof(charactersUpTo(charactersCount), charactersUpTo(0x600))
