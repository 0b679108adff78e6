import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { tokenKinds } from "../../../../core/messages/letters/Tokens.ts"
import type { Disguise } from "../../../../core/messages/normalize/MessageJudgment.ts"
import { normalizeMessage } from "../../../../core/messages/normalize/NormalizeMessage.ts"
import { messageUnitsMax } from "../../../../core/messages/normalize/SampleMessage.ts"
import { hostileText } from "../HostileTexts.ts"

const names: Readonly<Record<number, string>> = {
  [tokenKinds.mail]: "MAIL",
  [tokenKinds.phone]: "PHONE",
  [tokenKinds.money]: "MONEY",
  [tokenKinds.percent]: "PERCENT",
  [tokenKinds.number]: "#",
  [tokenKinds.gap]: "URL"
}

/** Returns the tokens as text: placeholder names, number shapes, and normalized words. */
const read = (text: string): string => {
  const { tokens } = normalizeMessage(text)
  return Array.from({ length: tokens.count }, (_, token) => {
    const kind = tokens.kind[token]!
    const letters = String.fromCharCode(...tokens.letters.subarray(tokens.from[token], tokens.from[token + 1]))
    if (kind === tokenKinds.number) return `#${letters}`
    return names[kind] ?? letters
  }).join(" ")
}

describe("placeholders", () => {
  it.each([
    ["See https://a.example/b?c=d, www.foo.example and casino-x.top!", "see URL URL and URL"],
    ["write to Jane.Doe+x@mail.example.com.", "write to MAIL"],
    ["call +1 (415) 555-2671 or 030 1234567", "call PHONE or PHONE"],
    ["$50.00, 1.000 €, US$ 500", "MONEY MONEY us MONEY"],
    ["20% off, 10:30 on 2026-01-05, 7 of 1990", "PERCENT off #00:00 on #0000-00-00 #0 of #0000"],
    ["don\x92t don´t don`t don’t", "dont dont dont dont"],
    ["don't; l'offre d’emploi", "dont l offre d emploi"],
    ["Größe ÉTÉ İstanbul Ἀθῆναι Ёлка", "grose ete istanbul αθηναι елка"],
    ["看http://x.example的", "看 URL 的"],
    ["on 12/05/2026 10:30 12/06/2026", "on #00/00/0000 #00:00 #00/00/0000"],
    ["SMS를 보내", "sms 를 보내"],
    ["株式会社ＡＢＣ ﾊﾟｿｺﾝ", "株式会社 abc パソコン"],
    ["\u1100\u1161\u11a8", "각"],
    ["order XJ4-99B2, 10km, mp3", "order xj4 #00 b2 #00 km mp3"]
  ])("%j", (text, tokens) => expect(read(text)).toBe(tokens))
})

describe("decoded disguises", () => {
  it.each<[string, string, ReadonlyArray<Disguise>]>([
    ["buy vi\u200bagra, v\u00ADi\u00ADa\u00ADg", "buy viagra viag", ["invisible"]],
    ["your раypal саѕh", "your paypal cash", ["homoglyphs"]],
    ["viαgrα", "viagra", ["homoglyphs"]],
    ["free СОСА now", "free coca now", ["homoglyphs"]],
    ["v\u0301\u0302\u0303i\u0301\u0302\u0303a\u0301\u0302\u0303", "via", ["styled"]],
    ["m0n3y c4s1n0 t34m", "money casino team", ["leet"]],
    ["саsinо", "casino", ["homoglyphs"]],
    ["Мы даём зaрaбoток на дому", "мы даем заработок на дому", ["homoglyphs"]],
    ["v i a g r a, f.r.e.e m-o-n-e-y", "viagra free money", ["spaced"]],
    ["V1AGR4 m0n3y $3rv1c3s c@sino fr33", "viagra money services casino free", ["leet"]],
    ["fr€€ $ale w!nner c|ick c1ick c!ick be77ing 5ale c4sh", "free sale winner click click click betting sale cash", [
      "leet"
    ]],
    ["к@зин0 з@р@бот0к", "казино заработок", ["leet"]],
    ["ка3ино 6онус с€кс гр0ш1", "казино бонус секс гроші", ["leet"]],
    ["к@зин0 з@р@бот0к ве4ером $вечка", "казино заработок вечером ѕвечка", ["leet"]],
    ["\u{1d42f}\u{1d422}\u{1d41a}\u{1d420}\u{1d42b}\u{1d41a} ⓕⓡⓔⓔ 🅵🆁🅴🅴", "viagra free free", ["styled"]],
    ["ᴠɪᴀɢʀᴀ ɐɹƃɐᴉʌ v\u0336i\u0336a\u0336", "viagra viagra via", ["styled"]],
    ["ｆｒｅｅ", "free", ["styled"]],
    ["f\u200br\u200be\u200be m0n3y", "free money", ["invisible", "leet"]]
  ])("%j", (text, tokens, disguises) => {
    expect(read(text)).toBe(tokens)
    expect(normalizeMessage(text).disguises).toEqual(disguises)
  })
})

describe("ordinary text that is no disguise", () => {
  it.each([
    "Please quote 3x XJ4-99B2, RTX3060Ti, WH-1000XM4, SKU K3TR5L, iPhone5s, log4j, neo4j, b2b, H1N1, mp3, 4x4, a11y, i18n, k8s",
    "It costs $1,200.50, US$ 500, 15€ or A$AP Rocky; from 3pm to 5pm, 10km, 1st, 2nd, 3rd",
    "Commit 3f4e1ac0, id f47ac10b-58cc-4372-a567-0e02b2c3d479, booking K3TR5L, flight LH1234",
    "wow!great!thanks!  root@localhost, @handle, C++, a/b, R&D, Q&A",
    "U.S.A., R.S.V.P., S.A.R.L., e.g. i.e. p.m. a.m. d.o.o. s.r.o., J. R. R. Tolkien",
    "TNFα and IFNα were measured",
    "Option А or B",
    "Options a b c d e, x, y, z; my name is S M I T H",
    "Мой iPhoneом и Facebookе, SMSка, Mосква, IT-отдел, e-mailом, PDFфайл, м², кг/м3, 2ГИС",
    "Здравствуйте! Подскажите, пожалуйста, сколько стоит доставка в г. Москва, ул. Ленина, д. 5?",
    "Доброго дня, чи є у вас у наявності товар? Її ціна. Ѓорѓи, Љубљана, ћ",
    "Ο ΑΦΜ μου είναι 123456789, TNFα, 50μg, 10 kΩ, αβ, Δx, π",
    "می‌خواهم کتاب‌ها را بخرم. مُحَمَّد ـــــ سلام",
    "שלום, הWhatsApp שלי, בגוגל",
    "您好，我是ＡＢＣ公司的王先生，請問價格１００元？",
    "株式会社ＡＢＣの田中です。ﾃｽﾄ Tシャツ、Ｔｅｌ０３－１２３４",
    "안녕하세요 ㅋㅋㅋ SMS를 보내 주세요 이 그 저 것",
    "สวัสดีครับ ขอ\u200bราคา\u200bสินค้า ทำ",
    "नमस्ते, कृपया क्\u200dया मूल्य है",
    "Xin chào, tôi muốn hỏi giá sản phẩm; to\u0302\u0301i muo\u0302\u0301n",
    "Əliyev Azərbaycan ŋɔ ɛ ɓa Łódź Ærø straße œuvre",
    "I ❤️ it 👨‍👩‍👧 👍🏽 🇬🇧 1️⃣ ™ © ½ m² CO₂ ℝ №5 ① ② 𝑥 + 𝑦",
    "Donau\u00ADdampf\u00ADschiff\u00ADfahrt, \ufeffhello \u200eworld\u200f, foo/\u200bbar",
    "don\x92t I\x92m \x93yes\x94 it\x92s",
    "iD8DBQE9bTeHD5jX03fqNxQRArMEAJ4l1p6ToRVaG4j 5IAn0iA D490 P3P iPhone5s tar -x -v -z -f",
    "Formula: a = b + c; x1 y2 z3; h2o; co2e; 5G; 4K; PS5s; web3; Win10; COVID19; G20"
  ])("%j", (text) => expect(normalizeMessage(text).disguises).toEqual([]))
})

describe("any text", () => {
  it("is normalized within its bounds, in order and deterministically", () => {
    fc.assert(fc.property(hostileText(), (text) => {
      const message = normalizeMessage(text)
      const { tokens } = message
      expect(tokens.filled).toBeLessThanOrEqual(tokens.letters.length)
      expect(tokens.from[tokens.count]).toBe(tokens.filled)
      let before = 0
      for (let token = 0; token < tokens.count; token++) {
        expect(tokens.from[token]).toBeLessThanOrEqual(tokens.from[token + 1]!)
        expect(tokens.sourceFrom[token]).toBeGreaterThanOrEqual(before)
        expect(tokens.sourceTo[token]).toBeGreaterThanOrEqual(tokens.sourceFrom[token]!)
        before = tokens.sourceFrom[token]!
      }
      expect(before).toBeLessThanOrEqual(message.source.length)
      expect(normalizeMessage(text)).toEqual(message)
    }))
  })

  it("beyond the limit is read at its start, middle and end", () => {
    const filler = "lorem ipsum dolor sit amet ".repeat(400)
    const tokens = read(`first ${filler}${filler.slice(0, filler.length / 2)}`).split(" ")
    expect(tokens[0]).toBe("first")
    expect(read(`${filler}middleword ${filler}`)).toContain("middleword")
    expect(read(`${filler}${filler}lastword`)).toMatch(/lastword$/)
    expect(normalizeMessage(filler.repeat(3)).source.length).toBeLessThanOrEqual(messageUnitsMax)
  })
})
