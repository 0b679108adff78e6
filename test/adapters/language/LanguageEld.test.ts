import { describe, expect, it } from "@effect/vitest"
import { Context, Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import {
  languageDetector,
  layerLoadedSoon,
  layerWith,
  loadAfterMillis,
  scriptLanguage,
  scriptLettersMin
} from "../../../adapters/language/LanguageEld.ts"
import { languageCharsMax } from "../../../adapters/language/LanguageText.ts"
import { LanguageDetector } from "../../../core/messages/LanguageDetector.ts"
import { anyCharacter } from "../../support/AnyCharacter.ts"

const { detect } = languageDetector

it.each([
  ["en", "What is the price of the large one?"],
  ["de", "Ich möchte gerne ein Angebot für zwei Fenster."],
  ["fr", "Bonjour, je voudrais prendre rendez-vous jeudi matin."],
  ["es", "Quisiera saber cuánto cuesta el envío a Canarias."],
  ["pt", "Boa tarde, gostaria de saber se ainda têm vagas."],
  ["it", "Vorrei prenotare un tavolo per quattro persone."],
  ["nl", "Kunt u mij laten weten wanneer de fiets klaar is?"],
  ["pl", "Dzień dobry, proszę o wycenę remontu łazienki."],
  ["ru", "Здравствуйте, сколько стоит доставка в Казань?"],
  ["uk", "Добрий день, підкажіть будь ласка ціну"],
  ["tr", "Merhaba, randevu almak istiyorum, yarın müsait misiniz?"],
  ["ar", "مرحبا، أود أن أعرف سعر الشحن إلى دبي"],
  ["zh", "你好，请问什么时候发货？"],
  ["ja", "予約の変更は可能でしょうか。"],
  ["ko", "안녕하세요, 견적 문의드립니다."],
  ["th", "สวัสดีครับ ขอใบเสนอราคา"],
  ["km", "តើតម្លៃប៉ុន្មាន?"],
  ["my", "ဈေးနှုန်းဘယ်လောက်လဲ"],
  ["zh", "你们的iPhone15Pro现货吗"],
  ["ja", "iPhone15Proの在庫はありますか"],
  ["en", "Can you deliver the 北京 noodles to Leeds?"],
  ["he", "שלום, אשמח לקבל הצעת מחיר"],
  ["el", "Καλησπέρα, θα ήθελα μια προσφορά"],
  ["cs", "Dobrý den, kdy bude zboží znovu skladem?"],
  ["sv", "Hej, jag undrar om ni har en ledig tid på fredag"],
  ["vi", "Chào shop, sản phẩm này còn hàng không ạ?"],
  ["id", "Apakah bisa kirim ke kantor kami besok?"],
  ["ms", "Boleh hantar ke pejabat kami esok kerana kami tutup hari ini?"]
])("recognizes %s", (language, text) => {
  expect(detect(text)).toBe(language)
})

it("returns null for a text that is too short", () => {
  for (const text of ["", "i", "ok", "Merci beaucoup", "dear sir", "Berlin", "好", "  \n "]) {
    expect(detect(text)).toBe(null)
  }
})

it("returns null for a text that is not in a language", () => {
  const texts = [
    "12345 67890 11",
    "https://example.com/one/two/three https://example.org/four",
    "😀 😀 😀 😀",
    "asdf qwer zxcv poiu"
  ]
  for (const text of [...texts, "ann.example@example.com, bob.example@example.com, carl@example.com"]) {
    expect(detect(text)).toBe(null)
  }
})

it("does not mistake addresses and codes for words", () => {
  const english = "Please have a look at what our customers write."
  const german = "https://beispiel.example/das-ist-eine-sehr-lange-adresse-mit-vielen-deutschen-wörtern ".repeat(4)
  expect(detect(german + english)).toBe("en")
  expect(detect(`Bestellung4711 ${english} Kundennummer0815`)).toBe("en")
})

it("finds words in a sentence without spaces, whatever addresses and numbers it contains", () => {
  expect(detect("请发送报价到ann@example.com，数量500个，谢谢。")).toBe("zh")
  expect(detect("注文番号12345の配送状況をhttps://example.com/order/12345で確認できません。")).toBe("ja")
})

it("does not read words of two scripts", () => {
  expect(detect("Wе сan hеlр yоu tо rаnk hіghеr оn Gооglе tоdаy, in your country, with what we have done.")).toBe("en")
  expect(detect("Сколько стоит доставка iPhone в Казань, если через СДЭК?")).toBe("ru")
})

it("reads styled letters as plain letters", () => {
  expect(detect("𝐖𝐡𝐚𝐭 𝐢𝐬 𝐭𝐡𝐞 𝐩𝐫𝐢𝐜𝐞 𝐨𝐟 𝐭𝐡𝐞 𝐥𝐚𝐫𝐠𝐞 𝐨𝐧𝐞?")).toBe("en")
})

it("reads only the beginning", () => {
  const beginning = "What is the price of the large one? ".repeat(40).slice(0, languageCharsMax)
  expect(detect(beginning + "Quisiera saber cuánto cuesta el envío. ".repeat(500))).toBe("en")
})

it("returns two lowercase letters, three, or null for any text", () => {
  const texts = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 300 }), fc.string({ maxLength: 300 }))
  fc.assert(fc.property(texts, (text) => /^[a-z]{2,3}$/.test(detect(text) ?? "en")))
})

describe("the server layer", () => {
  /**
   * Counts the reads of a layer that is closed `beforeMillis` after it is built: until it closes, and until an hour
   * later.
   */
  const readsWithin = (beforeMillis: number) =>
    Effect.gen(function*() {
      let reads = 0
      const layer = layerWith(Effect.sync(() => reads++))
      yield* Effect.scoped(Effect.andThen(Layer.build(layer), TestClock.adjust(Duration.millis(beforeMillis))))
      const readsOpen = reads
      yield* TestClock.adjust(Duration.hours(1))
      return [readsOpen, reads]
    })

  it.effect("reads its data once, some time after the start", () =>
    Effect.gen(function*() {
      expect(yield* readsWithin(loadAfterMillis - 1)).toEqual([0, 0])
      expect(yield* readsWithin(loadAfterMillis)).toEqual([1, 1])
    }))

  it.effect("answers before the data is read", () =>
    Effect.gen(function*() {
      const ports = yield* Layer.build(layerLoadedSoon)
      expect(Context.get(ports, LanguageDetector).detect("What is the price of the large one?")).toBe("en")
    }))
})

const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

const scriptLanguageOf = (text: string) => scriptLanguage(text, lettersOf(text))

it("returns the language of a script that makes up a third of the letters", () => {
  expect(scriptLanguageOf("北京abcd")).toBe("zh")
  expect(scriptLanguageOf("北京abcde")).toBe(null)
  expect(scriptLanguageOf("สวัabcdef")).toBe("th")
  expect(scriptLanguageOf("สวัabcdefghij")).toBe(null)
})

it("takes Han for Japanese if a tenth of it is Kana, and for Chinese if hardly any is", () => {
  expect(scriptLanguageOf(`${"東".repeat(9)}の`)).toBe("ja")
  expect(scriptLanguageOf(`${"東".repeat(10)}の`)).toBe("zh")
})

it("returns null below the minimum number of letters", () => {
  expect(scriptLanguageOf("한".repeat(scriptLettersMin))).toBe("ko")
  expect(scriptLanguageOf("한".repeat(scriptLettersMin - 1))).toBe(null)
})
