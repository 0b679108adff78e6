/** Maximum characters of a text that are examined. The first sentences suffice to detect the language. */
export const languageCharsMax = 600

/** Number of letters after which no further text is needed. */
const lettersEnough = 80

/** Matches web addresses, email addresses and codes, which belong to no language. */
const nonWord = /[\p{N}@]|:\/\/|^www\.|\p{L}\.\p{L}\p{L}/u
/** Matches web addresses, email addresses and codes that consist of ASCII characters. */
const nonAsciiNonWord = /[0-9@]|:\/\/|^www\.|[a-z]\.[a-z]{2}/i
const denseScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2}/u
/** Matches a word that mixes Latin with Cyrillic or Greek letters, which is a sign of a disguise. */
const mixedScripts = /[A-Za-z][^\s]{0,64}[\u0370-\u052f]|[\u0370-\u052f][^\s]{0,64}[A-Za-z]/
const letter = /\p{L}/u
const isLetter = (code: number, char: string): boolean =>
  code < 0x80 ? (code | 32) >= 0x61 && (code | 32) <= 0x7a : letter.test(char)

export interface LanguageText {
  /** Words with their punctuation, separated by spaces. */
  readonly text: string
  readonly letters: number
  readonly words: number
  /**
   * True if the text is in a script without spaces between words or with syllabic letters. A few letters of such a
   * script are as informative as many letters of other scripts.
   */
  readonly isDense: boolean
}

/** Extracts the part of a text that is in a natural language. */
export const languageText = (text: string): LanguageText => {
  const words: Array<string> = []
  let letters = 0
  let isDense = false
  for (const part of splitAtBlanks(text)) {
    const word = wordIn(part)
    const count = lettersOf(word)
    isDense ||= denseScripts.test(word)
    if (count > 0) words.push(word)
    letters += count
    if (letters > lettersEnough) break
  }
  return { text: words.join(" "), letters, words: words.length, isDense }
}

/**
 * Yields the pieces between blanks, normalized to NFKC. They can be normalized separately, because characters never
 * compose across a blank.
 */
function* splitAtBlanks(text: string): Generator<string, void> {
  for (const [written] of text.slice(0, languageCharsMax).matchAll(/\S+/g)) {
    if (isAscii.test(written)) yield written
    else yield* written.normalize("NFKC").split(/\s+/)
  }
}

const isAscii = /^[\0-\x7f]+$/

/**
 * Returns the part of a piece that is in a natural language. In a script without spaces, a piece can be a whole
 * sentence that contains an address, so only its non-ASCII part counts.
 */
const wordIn = (part: string): string => {
  if (isAscii.test(part)) return nonAsciiNonWord.test(part) ? "" : part
  if (!nonWord.test(part)) return mixedScripts.test(part) ? "" : part
  return denseScripts.test(part) ? part.replace(/[\0-\x7f]+/g, " ") : ""
}

const lettersOf = (word: string): number => {
  let count = 0
  for (let at = 0; at < word.length; at++) if (isLetter(word.charCodeAt(at), word[at]!)) count++
  return count
}
