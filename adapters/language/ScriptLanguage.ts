/** Letters of a script that tell its language, of all letters: Latin names and words stand amid any of them. */
const shareMin = 1 / 3
/** Kana of what is written in Kana and Han: a Chinese text has one at times, a Japanese one many. */
const kanaShareMin = 1 / 10
/** Fewer letters tell nothing. */
export const scriptLettersMin = 2

/** Scripts that one language is written in, nearly. */
const scripts: ReadonlyArray<readonly [string, RegExp]> = [
  ["ko", /\p{Script=Hangul}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["lo", /\p{Script=Lao}/gu],
  ["km", /\p{Script=Khmer}/gu],
  ["my", /\p{Script=Myanmar}/gu]
]
const han = /\p{Script=Han}/gu
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/**
 * ISO 639-1 of a text in a script that by itself tells the language: of East and South-East Asia, where words are not parted, and
 * where a few letters say much. Null for any other.
 */
export const scriptLanguage = (text: string, letters: number): string | null => {
  const [hanCount, kanaCount] = [count(text, han), count(text, kana)]
  const isJapanese = kanaCount >= kanaShareMin * (hanCount + kanaCount)
  const found: ReadonlyArray<readonly [string, number]> = [
    [isJapanese ? "ja" : "zh", hanCount + kanaCount],
    ...scripts.map(([language, pattern]) => [language, count(text, pattern)] as const)
  ]
  const [language, most] = found.reduce((best, one) => one[1] > best[1] ? one : best)
  return most >= scriptLettersMin && most >= shareMin * letters ? language : null
}
