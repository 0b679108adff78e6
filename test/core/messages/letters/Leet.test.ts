import { describe, expect, it } from "vitest"
import { decodeLeet, isLeetSign } from "../../../../core/messages/letters/Leet.ts"
import { readUnits } from "../../../../core/messages/letters/ReadUnits.ts"

const wordOf = (text: string, isLenient: boolean): string | null => {
  const units = readUnits(text)
  return decodeLeet(units, 0, units.length, isLenient)?.word ?? null
}

describe("a word with digits and signs for letters", () => {
  it.each([
    ["s3x", "sex"],
    ["M0NEY", "money"],
    ["c1ick", "click"],
    ["c!ick", "click"],
    ["c@s!n0", "casino"],
    ["c4sh", "cash"],
    ["c|!ck", "click"],
    ["7raffic", "traffic"],
    ["$al€", "sale"],
    ["5al3", "sale"],
    ["к@3ин0", "казино"],
    ["6онус", "бонус"],
    ["ka$$a", null],
    ["кр3дит", null],
    ["кр€дит", "кредит"]
  ])("is decoded if it is often disguised: %s, %s", (text, word) => expect(wordOf(text, false)).toBe(word))

  it.each([
    ["h0u5es", "houses"],
    ["H0u5es", "houses"],
    ["ho0u5", "hoous"],
    ["д0м4х", "домчх"],
    ["hou5es", null],
    ["h0u5", null],
    ["h!u|es", null],
    ["h!0u5es", "hiouses"],
    ["H0U5ES", null],
    ["hO0U5es", null]
  ])("is decoded if lowercase letters and digits alternate at least three times: %s, %s", (text, word) => {
    expect(wordOf(text, false)).toBe(word)
  })

  it.each([
    ["hou5es", "houses"],
    ["h0u5", "hous"],
    ["HOU5ES", "houses"],
    ["hO0U5es", "hoouses"],
    ["h0u2es", null],
    ["h0", null],
    ["h0m", "hom"],
    ["m0".repeat(12), "mo".repeat(12)],
    [`${"m0".repeat(12)}m`, null],
    ["0135", null],
    ["houses", null],
    ["b5b5b5", null],
    ["4ghk7i", "aghkti"],
    ["4ghk7fi", null],
    ["3f4e1ac0", null],
    ["3f4g1ac0", "efagiaco"]
  ])("is decoded in any form if the message certainly disguises words: %s, %s", (text, word) => {
    expect(wordOf(text, true)).toBe(word)
  })

  it.each([
    ["|m0ney|!", 1, 6],
    ["m0ney!!!", 0, 5],
    ["!nvest", 0, 6],
    ["$ex", 0, 3]
  ])("is decoded without surrounding signs: %s from %d to %d", (text, from, to) => {
    const units = readUnits(text)
    expect(decodeLeet(units, 0, units.length, false)).toMatchObject({ from, to })
  })

  it("is decoded within the requested range", () => {
    const of = (text: string, from: number, to: number) => decodeLeet(readUnits(text), from, to, false)
    expect(of("к|m0ney!к", 1, 8)).toEqual({ word: "money", from: 2, to: 7 })
    expect(of("кm0neyк", 1, 6)).toEqual({ word: "money", from: 1, to: 6 })
    expect(of("Ah0u5esA", 1, 7)).toEqual({ word: "houses", from: 1, to: 7 })
  })
})

it("the signs for letters are @, $, !, | and €", () => {
  const signs = Array.from({ length: 0x3000 }, (_, unit) => unit).filter((unit) => isLeetSign(unit))
  expect(String.fromCharCode(...signs)).toBe("!$@|€")
})
