import { Duration, Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import { LanguageDetector } from "../../core/messages/LanguageDetector.ts"
import { type LanguageGrams, readLanguageGrams } from "./LanguageGrams.ts"
import { type LanguageScores, languageScores } from "./LanguageScores.ts"
import { type LanguageText, languageText } from "./LanguageText.ts"

/** Fewer letters than these tell no language, in scripts that many languages share. */
export const lettersMin = 12
/** Fewer words than these neither. */
export const wordsMin = 3
/** From so many letters on the likeliest language is told, however close another one comes. */
export const lettersPlenty = 24
/** Below that: how much more likely it has to be than the second. */
export const leadMin = 1.05

let cached: LanguageGrams | null = null

/**
 * Read at the first question: a program that asks none pays nothing. Without its file the release is broken, and throws. The larger
 * data of ELD know 0.3 % more of the messages in `training`, and take twice the room.
 */
const languageGrams = (): LanguageGrams => {
  cached ??= readLanguageGrams(
    brotliDecompressSync(readFileSync(new URL("./data/LanguageGrams.br", import.meta.url)))
  )
  return cached
}

const detect = (text: string): string | null => {
  const words = languageText(text)
  const byScript = words.isDense ? scriptLanguage(words.text, words.letters) : null
  if (byScript !== null || words.letters < lettersMin || words.words < wordsMin) return byScript
  const grams = languageGrams()
  const found = languageScores(grams, words.text)
  const likeliest = likeliestOf(found.scores)
  if (likeliest === null || !isClear(words, found)) return null
  const language = grams.languages[likeliest]!
  return language === "ms" ? malayOrIndonesian(words.text.toLowerCase().split(/[^\p{L}]+/u)) : language
}

/** Of equals the first; null where nothing speaks for any. */
const likeliestOf = (scores: Int32Array): number | null => {
  let [likeliest, most] = [-1, 0]
  for (let language = 0; language < scores.length; language++) {
    if (scores[language]! <= most) continue
    most = scores[language]!
    likeliest = language
  }
  return likeliest < 0 ? null : likeliest
}

const isClear = ({ letters }: LanguageText, { grams, scores }: LanguageScores): boolean => {
  if (letters >= lettersPlenty) return true
  const [first = 0, second = 0] = scores.toSorted().subarray(-2).toReversed()
  return likelihoodOf(first, grams) >= leadMin * likelihoodOf(second, grams)
}

/** As ELD scales scores: 0 to 1. */
const likelihoodOf = (score: number, grams: number): number => score / grams / (score / grams + likelihoodHalf)

/** The score of a gram that makes a likelihood of one half. */
const likelihoodHalf = 25

/** By the n-grams of [ELD](https://github.com/nitotm/efficient-language-detector-js), 60 languages; some 20 µs a text. */
export const languageEld: LanguageDetector["Service"] = { detect }

export const layer: Layer.Layer<LanguageDetector> = Layer.succeed(LanguageDetector, languageEld)

/** How long after its start a server reads the data. */
export const loadAfterMillis = 1_000

/** The detector, with something done a while after it was asked for, unless all is closed before. */
export const layerWith = (load: Effect.Effect<unknown>): Layer.Layer<LanguageDetector> =>
  Layer.effect(
    LanguageDetector,
    load.pipe(Effect.delay(Duration.millis(loadAfterMillis)), Effect.forkScoped, Effect.as(languageEld))
  )

/**
 * The same, read a second after the start if nobody asked before: for servers, which are up sooner without it, and where the first
 * question would wait for it otherwise.
 */
export const layerLoadedSoon: Layer.Layer<LanguageDetector> = layerWith(Effect.sync(languageGrams))

/**
 * Indonesian and Malay share most of their words, and detectors that tell both apart are often wrong: these are words that one of
 * them writes otherwise, or does not have.
 */
const malay = new Set(
  ("awak kerana boleh wang pejabat percuma laman hendak ialah syarikat perniagaan perkhidmatan telefon bimbit encik puan cik tuan " +
    "sahaja mahu nak tak kereta hantar hantarkan tempahan harga sila anda berminat isnin selasa khamis jumaat ahad bila macam " +
    "pinjaman kelulusan segera daripada ringgit minggu hadapan kedai basikal syampu cuti peti sejuk sejukbeku").split(
      " "
    )
)
const indonesian = new Set(
  ("karena bisa uang kantor gratis situs perusahaan layanan bisnis ponsel bapak ibu saja mau ingin enggak nggak gak mobil kirim " +
    "pesanan silakan senin kamis jumat minggu kapan seperti pinjaman dari rupiah toko sepeda liburan kami butuh tolong mohon " +
    "hubungi bahwa adalah kalau jika tersebut juga sudah belum akan bagaimana berapa kemarin besok").split(" ")
)

/** Words of Malay alone, more than of Indonesian alone, that tell Malay. */
const malayWordsMin = 2

/** ISO 639-1 of a text that is in one of the two. Indonesian, with ten times as many writers, where nothing tells. */
export const malayOrIndonesian = (words: ReadonlyArray<string>): "id" | "ms" => {
  let balance = 0
  for (const word of words) {
    const [inMalay, inIndonesian] = [malay.has(word), indonesian.has(word)]
    if (inMalay !== inIndonesian) balance += inMalay ? 1 : -1
  }
  return balance >= malayWordsMin ? "ms" : "id"
}

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
