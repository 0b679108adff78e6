import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { deobfuscateText } from "../../../../core/messages/normalize/DeobfuscateText.ts"
import { hostileText } from "../HostileTexts.ts"

const plain = "Cheap casino bonus money for every friend"

/** Inserts the given text in the middle of each word of at least four letters. */
const broken = (by: string): string =>
  plain.replace(/[A-Za-z]{4,}/g, (word) => word.slice(0, word.length >> 1) + by + word.slice(word.length >> 1))

const coded = (code: (unit: number) => string): string =>
  plain.replace(/[A-Za-z]{4,}/g, (word) => word[0] + code(word.charCodeAt(1)) + word.slice(2))

const turned = [...plain].toReversed().join("")

describe("a text that is displayed differently than encoded", () => {
  it.each([
    ["private use", broken("\ue000"), ["invisible"]],
    ["unassigned", broken("\u0378"), ["invisible"]],
    ["noncharacters", broken("\uffff"), ["invisible"]],
    ["objects", broken("\ufffc"), ["invisible"]],
    ["replaced characters", broken("\ufffd"), []],
    ["halves of characters", broken("\ud800"), ["invisible"]],
    ["soft hyphens of HTML", broken("&shy;"), ["invisible"]],
    ["places to part a word", broken("<wbr>"), ["invisible"]],
    ["empty tags", broken("<b></b>"), ["invisible"]],
    ["comments", broken("<!-- x -->"), ["invisible"]],
    ["decimal codes", coded((unit) => `&#${unit};`), ["invisible"]],
    ["hexadecimal codes", coded((unit) => `&#x${unit.toString(16)};`), ["invisible"]],
    ["quoted-printable", coded((unit) => `=${unit.toString(16).toUpperCase()}`), []],
    ["lines of quoted-printable", broken("=\n"), []],
    ["percents", coded((unit) => `%${unit.toString(16)}`), []],
    ["escapes", coded((unit) => `\\u00${unit.toString(16)}`), []],
    ["text from right to left", `\u202e${turned}`, ["invisible"]],
    ["hyphens", broken("-"), []],
    ["stars", broken("*"), []],
    ["bars", broken("|"), []],
    ["apostrophes", broken("'"), []],
    ["ends of lines", broken("\n"), []],
    ["hyphens at ends of lines", broken("-\n"), []],
    ["blanks that no keyboard has", broken("\u2009"), []]
  ])(
    "is read as displayed: %s",
    (_, text, disguises) => expect(deobfuscateText(text)).toEqual({ text: plain, disguises })
  )

  it("is read without hooks and strokes, in uppercase and lowercase", () => {
    const text = "ƁɄƔ Ꞓheap ɓɵɳɯʂ, ƈɑʂɨɲɵ, ɗɛbt, ɠift, ƥɽice, ƀeⱥutɏ"
    const bare = deobfuscateText(text)
    expect(bare?.text).toContain("casino")
    expect(bare?.text).toContain("price")
    expect(bare?.text).toMatch(/^BU/)
    expect(bare?.disguises).toEqual(["homoglyphs"])
  })
})

describe("breaks in words", () => {
  const three = "ca-sino mo-ney bo-nus"
  const joined = "casino money bonus"

  it.each(["!", "/", ":", "[", "^", "`", "{", "~", "\x7f", "\xa1", "\xbf", "\xd7", "\xf7", "\u2010", "\u2e4f"])(
    "%j breaks words",
    (sign) => expect(deobfuscateText(broken(sign))?.text).toBe(plain)
  )

  it.each(["\xa0", "\u2000", "\u200a", "\u202f", "\t", "\r"])("the blank %j breaks words", (blank) => {
    expect(deobfuscateText(broken(blank))?.text).toBe(plain)
  })

  it.each([" ", "0", "9", "@", "&", "\u2e80", "\u30fb"])("%j breaks no words", (sign) => {
    expect(deobfuscateText(broken(sign))).toBeNull()
  })

  it.each(["A", "Z", "a", "z", "\xc0", "\xd6", "\xd8", "\xf6", "\xf8"])("%j is a letter of broken words", (letter) => {
    const half = letter.repeat(2)
    expect(deobfuscateText(`${half}-${half} `.repeat(3))?.text).toBe(`${half}${half} `.repeat(3))
  })

  it.each(["0", "9", "a", "\xc0", "\u0dff", "\u0f00", "\u10a0", "\u177f", "\u1800", "\ua4d0", "\uf8ff", "\ufb00"])(
    "%j is a word, and three broken words of 16 are no disguise",
    (word) => {
      expect(deobfuscateText(three + ` ${word}`.repeat(12))?.text).toBe(joined + ` ${word}`.repeat(12))
      expect(deobfuscateText(three + ` ${word}`.repeat(13))).toBeNull()
    }
  )

  it.each(["\u0e00", "\u0eff", "\u1000", "\u109f", "\u1780", "\u17ff", "\u3042", "\ua4cf", "\uf900", "\ufaff"])(
    "%j, of a script without spaces, is no word",
    (unit) => expect(deobfuscateText(three + ` ${unit}`.repeat(13))?.text).toBe(joined + ` ${unit}`.repeat(13))
  )

  it("are removed if four of any twenty words are broken", () => {
    expect(deobfuscateText(`${three} pro-fit${" a".repeat(17)}`)?.text).toBe(`${joined} profit${" a".repeat(17)}`)
    expect(deobfuscateText(`${three}${" a".repeat(13)} pro-fit${" a".repeat(3)}`)?.text).toContain("casino")
    expect(deobfuscateText(`${three}${" a".repeat(17)} pro-fit${" a".repeat(15)}`)).toBeNull()
  })

  it("are removed at line ends if three of fifteen word parts are broken", () => {
    const lines = three.replaceAll("-", "\n")
    expect(deobfuscateText(`${lines}${" a".repeat(9)}`)?.text).toBe(`${joined}${" a".repeat(9)}`)
    expect(deobfuscateText(`${lines}${" a".repeat(10)}`)).toBeNull()
  })

  it("are a disguise if at least three words contain invisible characters", () => {
    expect(deobfuscateText("ca\ue000sino mo\ue000ney bonus")?.disguises).toEqual([])
    expect(deobfuscateText("ca\ue000sino mo\ue000ney bo\ue000nus")?.disguises).toEqual(["invisible"])
  })

  it.each(["(", "\u200b"])("do not turn a letter after %j into a word", (sign) => {
    expect(deobfuscateText(three + ` ${sign}a`.repeat(13))?.text).toBe(joined + ` ${sign}a`.repeat(13))
  })
})

describe("harmless text", () => {
  it.each([
    "Could you send me the follow-up of our e-mail about the well-known part? It is a good one, I hear, and we would like to have two of them.",
    "L'offre de l'entreprise n'est pas claire. Y a-t-il un prix dans l'offre que j'ai reçue hier ? Merci d'avance pour votre aide.",
    "Our shop is at https://shop.example.com/a-b-c-d/e-f?g=h&i=%41%42%43 and mail goes to me@my-own.example.com.",
    "我们公司想订购五十套会议桌椅，请问贵公司能否在下个月底之前送货到上海？请把报价和付款方式发给我们。谢谢。",
    "Giá bao nhiêu cho một đơn hàng? Chúng tôi cần đặt trước, được không?",
    "Two lines of text that\nare broken by a mail\nprogram as they were\nwhen lines were short."
  ])("stays unchanged: %j", (text) => expect(deobfuscateText(text)).toBeNull())

  it.each([
    "The menu shows <b>bold</b> and <i>italic</i> text wrong, and <span class=\"x\">this</span> as well.",
    "<p><b>One</b></p><p><i>two</i></p><p><b><i>three</i></b></p><p><em>four</em></p> are shown in one line.",
    "Bei uns steht M\ufffdller statt Müller, und Gr\ufffd\ufffde statt Grüße, und f\ufffdr statt für.",
    "In our language: ɓ ɗ ƙ ƴ are letters, as in ɓarawo, ɗaki, ƙofa and ƴaƴa.",
    "Bread &amp; butter, &nbsp;&nbsp; and 5 &lt; 6 &gt; 4."
  ])("is no disguise: %j", (text) => expect(deobfuscateText(text)?.disguises ?? []).toEqual([]))
})

it("any text is read without errors and becomes no longer", () => {
  fc.assert(fc.property(hostileText(), fc.constantFrom("<", "&#", "=4", "\u202e", "-"), (text, piece) => {
    const whole = text.replaceAll(" ", piece)
    expect(deobfuscateText(whole)?.text.length ?? 0).toBeLessThanOrEqual(whole.length)
  }))
})
