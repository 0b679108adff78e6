import { describe, expect, it } from "vitest"
import { removeMarkup } from "../../../../core/messages/normalize/Markup.ts"

/** Inserts invisible text a few times, each time between two equal characters. */
const between = (sign: string, unseen: string, times = 3): string =>
  Array.from({ length: times }, () => `1${sign}${unseen}${sign}1`).join(" ")

const unseen = ["&shy;", "&#173;", "<wbr>", "<!-- x -->"]

describe("invisible text", () => {
  it.each(unseen)("is removed, and is a disguise between letters: %s", (code) => {
    for (const letter of ["a", "z", "A", "Z", "À", "é", "ж"]) {
      expect(removeMarkup(between(letter, code))).toEqual({ text: between(letter, ""), disguises: ["invisible"] })
    }
  })

  it.each(unseen)("is removed, and is no disguise between other characters: %s", (code) => {
    for (const sign of ["", "5", ".", "@", "`", "[", "{", "¿"]) {
      expect(removeMarkup(between(sign, code))).toEqual({ text: between(sign, ""), disguises: [] })
    }
  })

  it("is a disguise only between two letters", () => {
    for (const code of unseen) {
      expect(removeMarkup(`a${code}. b${code}. c${code}.`)).toEqual({ text: "a. b. c.", disguises: [] })
      expect(removeMarkup(`.${code}a .${code}b .${code}c`)).toEqual({ text: ".a .b .c", disguises: [] })
    }
  })

  it("is a disguise from the third occurrence on", () => {
    expect(removeMarkup(between("a", "&shy;", 2)).disguises).toEqual([])
    expect(removeMarkup(between("a", "&shy;", 3)).disguises).toEqual(["invisible"])
  })
})

describe("an encoded text", () => {
  it.each([
    ["a&shy;b&SHY;c&zwj;d&zwnj;e", "abcde"],
    ["a&nbsp;b&amp;c&AMP;d&lt;e&gt;f&quot;g&apos;h", "a b&c&d<e>f\"g'h"],
    ["&#99;&#x61;f&#233;, &#8364; &#x20AC;", "café, € €"],
    ["a&#31;b&#0;c&#x110000;d&#xd800;e&#xdfff;f", "a b c d e f"],
    ["a&#32;b&#xd7ff;c&#xe000;d&#x10ffff;e", "a b\ud7ffc\ue000d\u{10ffff}e"],
    ["a&#8203;b", "ab"],
    ["R&D &unknown; AT&T", "R&D &unknown; AT&T"],
    ["one<br>two<P class=\"x\">three</p>four<h6>five<h7>six", "one two three four fivesix"],
    ["o<b>n</b>e <!-- two -->three", "one three"],
    ["1 < 2 > 0 <3", "1 < 2 > 0 <3"],
    ["=41=6a x=\ny=\r\nz =1a =8a =2g", "Aj xyz =1a =8a =2g"],
    ["x%41 %41 5%41", "xA %41 5%41"],
    ["\\u0041\\x62 \\u0141", "Ab \\u0141"],
    ["https://a.example/?b=41 a=41@b.example c=41", "https://a.example/?b=41 a=41@b.example cA"]
  ])("%j is decoded to %j", (text, shown) => expect(removeMarkup(text)).toMatchObject({ text: shown }))
})
