import fc from "fast-check"
import { expect, it } from "vitest"
import { plainly } from "../../../apps/dashboard/shared/requests/Subject.ts"
import { anyCharacter } from "../../support/AnyCharacter.ts"

it("shows what would make a name read otherwise than it stands", () => {
  expect(plainly("invoice\u202egpj.exe")).toBe("invoice[U+202E]gpj.exe")
  expect(plainly("a\nb\u0000\u200b\u{e0041}c\ud800")).toBe("a[U+000A]b[U+0000][U+200B][U+E0041]c[U+D800]")
  expect(plainly("Übersicht für Zoë \u{1f600} 請求書.pdf")).toBe("Übersicht für Zoë \u{1f600} 請求書.pdf")
})

it("leaves nothing unseen in any text, and the rest as it is", () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => {
    const shown = plainly(text)
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    expect(plainly(shown)).toBe(shown)
  }))
})
