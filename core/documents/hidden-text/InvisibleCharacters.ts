import type { HiddenTextKind } from "../facts/Fact.ts"

/** Text that invisible characters spell, and the kind of characters. */
export interface SmuggledText {
  readonly how: HiddenTextKind
  readonly text: string
}

/** Maximum characters of each kind that are decoded. */
export const invisibleCharsMax = 65_536
/** Minimum zero-width characters of a run that can spell text: four letters. */
const zeroWidthRunMin = 32
/** Minimum variation selectors of a run that can spell text. Emoji and Chinese characters have one each. */
const selectorRunMin = 4

/**
 * Returns the texts that invisible characters spell: tag characters, which repeat ASCII; variation selectors, one per byte;
 * and zero-width characters, one per bit.
 *
 * Source: Unicode Standard, 23.4, 23.9; P. Butler, "Smuggling arbitrary data through an emoji" (2025).
 */
export const decodeInvisible = (text: string): ReadonlyArray<SmuggledText> => {
  if (!invisible.test(text)) return []
  const found: ReadonlyArray<SmuggledText> = [
    { how: "tag characters", text: decodeTags(text) },
    { how: "variation selectors", text: decodeSelectors(text) },
    { how: "zero-width characters", text: decodeZeroWidth(text) }
  ]
  return found.filter((one) => one.text !== "")
}

const invisible = /\p{Variation_Selector}|[\u{e0020}-\u{e007e}\u200b-\u200d\u2060-\u2064\ufeff]/u

/**
 * Returns the ASCII text that tag characters spell. Excludes the tags of flags, such as the flag of Scotland, which follow
 * a black flag (UTS 51, annex C).
 */
const decodeTags = (text: string): string =>
  (text.replaceAll(/\u{1f3f4}[\u{e0020}-\u{e007f}]{1,7}/gu, "").match(/[\u{e0020}-\u{e007e}]+/gu) ?? [])
    .map((run) => String.fromCharCode(...Array.from(run.slice(0, runUnitsMax), (one) => one.codePointAt(0)! - 0xe0000)))
    .join(" ").slice(0, invisibleCharsMax)

/** Maximum UTF-16 code units of one run that are decoded. */
const runUnitsMax = 8_192

/** The first 16 selectors are the bytes 0 to 15, and the others the bytes 16 to 255. */
const decodeSelectors = (text: string): string =>
  (text.match(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu) ?? []).flatMap((run) => {
    const bytes = Array.from(run.slice(0, runUnitsMax), (one) => {
      const code = one.codePointAt(0)!
      return code < 0xe0100 ? code - 0xfe00 : code - 0xe0100 + 16
    })
    return bytes.length < selectorRunMin ? [] : printableOf(bytes)
  }).join(" ").slice(0, invisibleCharsMax)

const decodeZeroWidth = (text: string): string =>
  (text.match(/[\u200b-\u200d\u2060-\u2064\ufeff]+/g) ?? []).flatMap((run) => {
    if (run.length < zeroWidthRunMin) return []
    const kinds = [...new Set(run.slice(0, runUnitsMax))]
    // One character can separate the letters. Each other one can be either bit.
    const readings = kinds.flatMap((one) => {
      const digits = run.slice(0, runUnitsMax)
      return kinds.length < 3 ?
        [bitsOf(digits, one)] :
        kinds.filter((other) => other !== one).map((separator) =>
          digits.split(separator).map((letter) => bitsOf(letter, one).padStart(8, "0")).join("")
        )
    })
    return readings.flatMap((bits) => printableOf((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))))
  }).join(" ").slice(0, invisibleCharsMax)

const bitsOf = (run: string, one: string): string => Array.from(run, (sign) => sign === one ? "1" : "0").join("")

/** Returns the bytes as UTF-8 text, or nothing if they are not text. */
const printableOf = (bytes: ReadonlyArray<number>): ReadonlyArray<string> => {
  const text = new TextDecoder().decode(Uint8Array.from(bytes))
  const letters = text.match(/[\p{L}\p{N}\p{P}\s]/gu)?.length ?? 0
  return text.includes("\ufffd") || letters < text.length * 0.9 ? [] : [text]
}
