import { mapOutsideAddresses, removeMarkup, type TextWithoutMarkup } from "./Markup.ts"
import type { Disguise } from "./MessageJudgment.ts"

/** Visible text of a message, if it differs from the source. */
export interface DeobfuscatedText {
  readonly text: string
  readonly disguises: ReadonlyArray<Disguise>
}

/** Minimum number of broken words for which the breaks are removed. */
export const brokenWordsMin = 3

/** Maximum number of words for each broken word. Lists and wrapped lines contain fewer breaks. */
const wordsPerBreak = 5

/** Minimum number of unassigned or private characters within words that counts as a disguise. */
const hiddenCharactersMin = 3

/** Matches characters above U+017F (after Latin Extended-A), as a quick check before the slower patterns. */
const foreign = /[^\0-\u017f]/
const unusual = /[\u0180-\u02af\u1d7d-\u1d7f\u202e\u2c60-\u2c7f\ua740-\ua7af\ud800-\u{10ffff}]|\p{Cn}/u
const unseen = /(?<=\p{L})[\p{Co}\p{Cn}\p{Cs}\ufffc\ufffd]+(?=\p{L})/gu
const override = /\u202e([^\u202c\n]*)\u202c?/g
const flags = /[\u{1f1e6}-\u{1f1ff}]{3,}/gu

/** Letters of scripts with spaces between words. Other scripts may use punctuation as the only separator. */
const spaced =
  "[\\p{L}--[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]]"

/** Matches punctuation within words. Excludes common apostrophes: after one letter, or before one or two letters. */
const signsSource =
  `(?<=${spaced})(?:-\\r?\\n|[^\\p{L}\\p{N}\\p{M}\\p{Cf}\\s@:,;.'’\\/&]|(?<=${spaced}{2})(?:[.\\/,;:](?=${spaced}{2})|['’](?=${spaced}{3})))(?=${spaced})`
/** Matches line breaks, tabs and unusual spaces within words. */
const blanksSource = `(?<=${spaced})[\\r\\n\\t\\xa0\\u2000-\\u200a\\u202f]{1,2}(?=\\p{Ll})`

let patterns: { readonly signs: RegExp; readonly blanks: RegExp } | null = null

/** Returns the patterns of breaks, which are built on first use. */
const breakPatterns = () => {
  patterns ??= { signs: new RegExp(signsSource, "gv"), blanks: new RegExp(blanksSource, "gv") }
  return patterns
}

/**
 * Returns the visible text of a message. Decodes markup, restores reversed text, and joins broken words. Returns null
 * if nothing is hidden.
 */
export const deobfuscateText = (text: string): DeobfuscatedText | null => {
  const markup: TextWithoutMarkup = removeMarkup(text)
  const turned = foreign.test(markup.text) && unusual.test(markup.text)
    ? withoutUnusual(markup.text)
    : { text: markup.text, disguises: [] }
  const joined = withoutBreaks(turned.text)
  if (joined === text) return null
  return { text: joined, disguises: [...markup.disguises, ...turned.disguises] }
}

/** Kinds of breaks within words that a text may have, from a quick check. Most messages have no breaks. */
interface Breaks {
  /** Whether punctuation breaks words. */
  signs: boolean
  /** Whether line breaks or unusual spaces break words. */
  blanks: boolean
}

/**
 * Words per block. Breaks are counted in each block separately, because legitimate text may surround disguised words.
 */
const blockWords = 20

const breaksIn = (text: string): Breaks => {
  const found: Breaks = { signs: false, blanks: false }
  let [words, signs, blanks] = [0, 0, 0]
  let before = blank
  let older = blank
  for (let at = 0; at < text.length; at++) {
    const now = roughKind(text.charCodeAt(at))
    if (now === letter && before !== letter) {
      if (older === letter && before === sign && !isShortened(text, at)) signs++
      else if (before === otherBlank) blanks++
      if (before === blank || before === otherBlank) words++
      if (words >= blockWords) {
        markBreaks(found, words, signs, blanks)
        words = signs = blanks = 0
      }
    }
    // A hyphen and the line break after it count as one break. Two line breaks in a row also count as one.
    if (now === otherBlank && (before === sign || before === otherBlank)) continue
    older = before
    before = now
  }
  markBreaks(found, words, signs, blanks)
  return found
}

/**
 * Detects contractions. The apostrophe is before one or two letters (`don't`, `we'll`), or after one letter
 * (`l'offre`).
 */
const isShortened = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at - 1)
  if (unit !== apostrophe && unit !== curlyApostrophe) return false
  return roughKind(text.charCodeAt(at - 3)) !== letter || roughKind(text.charCodeAt(at + 1)) !== letter ||
    roughKind(text.charCodeAt(at + 2)) !== letter
}

const apostrophe = 0x27
const curlyApostrophe = 0x2019

const markBreaks = (found: Breaks, words: number, signs: number, blanks: number): void => {
  if (signs >= brokenWordsMin && signs * wordsPerBreak >= words) found.signs = true
  if (blanks >= brokenWordsMin && blanks * wordsPerBreak >= words) found.blanks = true
}

const blank = 0
const letter = 1
const sign = 2
const otherBlank = 3

const roughKind = (unit: number): number => {
  if (unit < 0x80) {
    if (unit <= 0x20) return unit === 0x20 ? blank : otherBlank
    return ((unit | 32) >= 0x61 && (unit | 32) <= 0x7a) || (unit >= 0x30 && unit <= 0x39) ? letter : sign
  }
  if (unit === 0xa0 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x202f) return otherBlank
  if (isUnspaced(unit)) return blank
  return unit < 0xc0 || (unit >= 0x200b && unit <= 0x2fff) || unit === 0xd7 || unit === 0xf7 ? sign : letter
}

const withoutUnusual = (text: string): DeobfuscatedText => {
  let hidden = 0
  const seen = text.replace(unseen, (run) => {
    if (!run.includes("\ufffd")) hidden++
    return ""
  })
  let turned = 0
  const ahead = seen.replace(override, (_, run: string) => {
    if (/[a-z]/i.test(run)) turned++
    return [...run].toReversed().join("")
  })
  const plain = unhook(ahead.replace(flags, lettersOfFlags))
  return {
    text: plain.text,
    disguises: [
      ...hidden >= hiddenCharactersMin || turned > 0 ? ["invisible" as const] : [],
      ...plain.kinds >= hookedKindsMin ? ["homoglyphs" as const] : []
    ]
  }
}

const firstFlag = 0x1f1e6

/** Converts regional indicators, of which flags consist, to letters. Three or more in a row spell a word. */
const lettersOfFlags = (run: string): string =>
  [...run].map((flag) => String.fromCharCode(0x61 + flag.codePointAt(0)! - firstFlag)).join("")

/**
 * Reports whether a unit belongs to a script without spaces between words: Han, kana, Thai, Lao, Burmese or Khmer. The
 * ranges are approximate.
 */
const isUnspaced = (unit: number): boolean =>
  (unit >= 0x2e80 && unit < 0xa4d0) || (unit >= 0xe00 && unit < 0xf00) || (unit >= 0x1000 && unit < 0x10a0) ||
  (unit >= 0x1780 && unit < 0x1800) || (unit >= 0xf900 && unit < 0xfb00)

/** Joins broken words if many words are broken. */
const withoutBreaks = (text: string): string => {
  const { blanks, signs } = breaksIn(text)
  const unsigned = signs ? removeBreaks(text, breakPatterns().signs) : text
  return blanks ? removeBreaks(unsigned, breakPatterns().blanks) : unsigned
}

const removeBreaks = (text: string, breaks: RegExp): string => {
  let found = 0
  const joined = mapOutsideAddresses(text, (piece) =>
    piece.replace(breaks, () => {
      found++
      return ""
    }))
  return found >= brokenWordsMin ? joined : text
}

/**
 * Letters with hooks and strokes (from confusables.txt of UTS 39, and Unicode names). `plain` has their plain letters.
 */
const hooked = "ɓƃƈɗɖɛɠɦƙɱɲƞƥʂƭʈƴɨɵɫɽʋƒʐⱥƀȼđɇǥħɉłøᵽɍŧʉɏƶꝁɑɡʏƚꞧꞩᵾɟꝑꝗⱨⱪⱬⱡⱦȿɀⱳ"
const plain = "bbcddeghkmnnpsttyiolrvfzabcdeghjloprtuyzkagylrsujpqhkzltszw"

let letters: ReadonlyMap<string, string> | null = null

/** Hooked letters of common languages: Vietnamese, Polish, Danish, Maltese and Sami. */
const ordinary = new Set("đłøħŧ")

/** Minimum number of different hooked letters in a disguised message. Hausa, Fula and Ewe have four or five. */
const hookedKindsMin = 7

/** Matches letters of the Unicode blocks that contain hooked letters. */
// oxlint-disable-next-line regexp/no-dupe-characters-character-class -- Some letters are capitals of others.
const hookedLetters = /[đħłøŧ\u0180-\u024f\u0250-\u02af\u1d7d-\u1d7f\u2c60-\u2c7f\ua740-\ua7af]/gi

const unhook = (text: string): { readonly text: string; readonly kinds: number } => {
  letters ??= new Map([...hooked].map((letter, at) => [letter, plain.charAt(at)]))
  const known = letters
  const kinds = new Set<string>()
  const unhooked = text.replace(hookedLetters, (letter) => {
    const lower = letter.toLowerCase()
    const bare = known.get(lower)
    if (bare === undefined) return letter
    if (!ordinary.has(lower)) kinds.add(lower)
    return lower === letter ? bare : bare.toUpperCase()
  })
  return { text: kinds.size === 0 ? text : unhooked, kinds: kinds.size }
}
