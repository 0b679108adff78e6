import * as fc from "fast-check"

/** The range of code points that are halves of surrogate pairs and not characters; `to` is exclusive. */
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
 * A unit for `fc.string`: any character, often from a European alphabet.
 *
 * It replaces `unit: "binary"`, for which fast-check builds a table of all characters: 0.7 seconds in each process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.oneof(charactersUpTo(charactersCount), charactersUpTo(0x600))
