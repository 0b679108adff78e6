/** Characters of a text that are looked at: what it is written in shows in its first sentences. */
export const languageCharsMax = 600

/** Letters that are enough of a text. */
const lettersEnough = 80

/** Addresses and codes are in no language. */
const noWord = /[\p{N}@]|:\/\/|^www\.|\p{L}\.\p{L}\p{L}/u
/** The same for a piece that is ASCII. */
const noAsciiWord = /[0-9@]|:\/\/|^www\.|[a-z]\.[a-z]{2}/i
const dense =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2}/u
/** Latin letters beside those of Cyrillic or Greek: nobody writes so but who hides something. */
const mixed = /[A-Za-z][^\s]{0,64}[\u0370-\u052f]|[\u0370-\u052f][^\s]{0,64}[A-Za-z]/
const letter = /\p{L}/u
const isLetter = (code: number, char: string): boolean =>
  code < 0x80 ? (code | 32) >= 0x61 && (code | 32) <= 0x7a : letter.test(char)

export interface LanguageText {
  /** The words, with spaces between them, and with their signs. */
  readonly text: string
  readonly letters: number
  readonly words: number
  /** In a script that puts no spaces between words, or whose letters are syllables: a few of them say as much as many of others. */
  readonly isDense: boolean
}

/** What of a text is in a language. */
export const languageText = (text: string): LanguageText => {
  const words: Array<string> = []
  let letters = 0
  let isDense = false
  for (const piece of piecesOf(text)) {
    const word = wordOf(piece)
    const count = lettersOf(word)
    isDense ||= dense.test(word)
    if (count > 0) words.push(word)
    letters += count
    if (letters > lettersEnough) break
  }
  return { text: words.join(" "), letters, words: words.length, isDense }
}

/** What stands between blanks, as far as it is asked for: a blank bounds what characters are composed of. */
function* piecesOf(text: string): Generator<string, void> {
  for (const [written] of text.slice(0, languageCharsMax).matchAll(/\S+/g)) {
    if (isAscii.test(written)) yield written
    else yield* written.normalize("NFKC").split(/\s+/)
  }
}

const isAscii = /^[\0-\x7f]+$/

/** A piece without spaces may be a whole sentence, with an address in it: of that only what is not ASCII counts. */
const wordOf = (piece: string): string => {
  if (isAscii.test(piece)) return noAsciiWord.test(piece) ? "" : piece
  if (!noWord.test(piece)) return mixed.test(piece) ? "" : piece
  return dense.test(piece) ? piece.replace(/[\0-\x7f]+/g, " ") : ""
}

const lettersOf = (word: string): number => {
  let count = 0
  for (let at = 0; at < word.length; at++) if (isLetter(word.charCodeAt(at), word[at]!)) count++
  return count
}
