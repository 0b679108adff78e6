import { describe, expect, it } from "vitest"
import { withoutMarkup } from "../../../core/spam/Markup.ts"

/** Something that nobody sees, a few times, each time between two of the same sign. */
const between = (sign: string, unseen: string, times = 3): string =>
  Array.from({ length: times }, () => `1${sign}${unseen}${sign}1`).join(" ")

const unseen = ["&shy;", "&#173;", "<wbr>", "<!-- x -->"]

describe("what nobody sees", () => {
  it.each(unseen)("is left out, and is a disguise between letters: %s", (code) => {
    for (const letter of ["a", "z", "A", "Z", "À", "é", "ж"]) {
      expect(withoutMarkup(between(letter, code))).toEqual({ text: between(letter, ""), disguises: ["invisible"] })
    }
  })

  it.each(unseen)("is left out, and is no disguise between other signs: %s", (code) => {
    for (const sign of ["", "5", ".", "@", "`", "[", "{", "¿"]) {
      expect(withoutMarkup(between(sign, code))).toEqual({ text: between(sign, ""), disguises: [] })
    }
  })

  it("is a disguise only between two letters", () => {
    for (const code of unseen) {
      expect(withoutMarkup(`a${code}. b${code}. c${code}.`)).toEqual({ text: "a. b. c.", disguises: [] })
      expect(withoutMarkup(`.${code}a .${code}b .${code}c`)).toEqual({ text: ".a .b .c", disguises: [] })
    }
  })

  it("is a disguise from the third place on", () => {
    expect(withoutMarkup(between("a", "&shy;", 2)).disguises).toEqual([])
    expect(withoutMarkup(between("a", "&shy;", 3)).disguises).toEqual(["invisible"])
  })
})
