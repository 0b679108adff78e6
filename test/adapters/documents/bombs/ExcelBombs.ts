import { biff, bof, eof, formula, joined, linkedBook, name, ptg, sst } from "../excel/MakeWorkbook.ts"
import { u16, u32, wide } from "../ole/MakeBytes.ts"
import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import type { Bomb } from "./ExpectBombs.ts"
import { book, makeWorkbookOfOnePlace, many, megabyte } from "./OleBombParts.ts"

export const excelBombs: ReadonlyArray<Bomb> = [
  ["empty records", () => book([many(biff(0x5b), 4_000_000)])],
  ["records of nothing", () => makeCompoundFile({ Workbook: Buffer.alloc(20 * megabyte) })],
  ["beginnings", () => makeCompoundFile({ Workbook: many(bof("macro"), 900_000) })],
  ["beginnings and ends", () => makeCompoundFile({ Workbook: many(joined(bof("macro"), eof), 700_000) })],
  ["continued records", () => book([biff(0xfc, u32(0xffffffff), u32(0xffffffff)), many(biff(0x3c), 4_000_000)])],
  [
    "continued records of strings",
    () => book([], [biff(0xfc, u32(0xffffffff), u32(0xffffffff)), many(biff(0x3c, u16(0xffff), "\0a"), 1_500_000)])
  ],
  [
    "shared strings",
    () =>
      book([], [sst(...Array.from({ length: 2_000 }, () => "a")), many(biff(0x3c, "\x01\0\0a".repeat(2_000)), 2_000)])
  ],
  ["formulas", () => book([many(formula(Buffer.concat([ptg.text("calc"), ptg.func(110)])), 400_000)])],
  [
    "formulas that grow",
    () =>
      book([
        many(
          formula(
            Buffer.concat([ptg.text("a".repeat(255)), many(Buffer.concat([ptg.text("a".repeat(255)), ptg.concat]), 30)])
          ),
          2_400
        )
      ])
  ],
  ["formulas of brackets", () => book([formula(Buffer.concat([ptg.int(1), many(ptg.paren, 8_000)]))])],
  [
    "formulas of additions",
    () => book([many(formula(Buffer.concat([ptg.int(1), many(Buffer.concat([ptg.int(1), ptg.add]), 2_000)])), 2_000)])
  ],
  ["formulas of values that nobody takes", () => book([many(formula(many(ptg.int(1), 2_700)), 2_400)])],
  [
    "formulas of functions with 127 parameters",
    () => book([many(formula(Buffer.concat([many(ptg.missing, 3_000), many(ptg.funcVar(4, 127), 1_000)])), 2_000)])
  ],
  ["formulas that call names", () => book([many(formula(many(ptg.name(1), 1_000)), 2_000)], [name("a".repeat(255))])],
  ["formulas that call names that call names", () =>
    book(
      [many(formula(ptg.name(1)), 10_000)],
      Array.from({ length: 2_000 }, (_, index) =>
        name(`n${index}`, { tokens: Buffer.concat([ptg.name(index + 2), ptg.name(index + 2), ptg.concat]) }))
    )],
  [
    "characters",
    () =>
      book([
        many(
          formula(
            Buffer.concat([
              ptg.int(65),
              ptg.func(111),
              many(Buffer.concat([ptg.int(65), ptg.func(111), ptg.concat]), 400)
            ])
          ),
          3_000
        )
      ])
  ],
  ["names", () => book([], [many(name("Auto_Open"), 500_000)])],
  ["names of their own", () => book([], Array.from({ length: 60_000 }, (_, index) => name(`Auto_Open${index}`)))],
  [
    "linked books",
    () => book([], Array.from({ length: 60_000 }, (_, index) => linkedBook(`http://a${index}.example/b.xls`)))
  ],
  [
    "lists of sheets",
    () =>
      makeCompoundFile({
        Workbook: Buffer.concat([bof("globals"), many(biff(0x85, u32(0), 2, 1, "\x01\0M"), 900_000), eof])
      })
  ],
  ["sheets at one place", () => makeWorkbookOfOnePlace()],
  [
    "links",
    () =>
      book([
        many(
          biff(
            0x1b8,
            u16(0, 0, 0, 0),
            Buffer.from("d0c9ea79f9bace118c8200aa004ba90b", "hex"),
            u32(2, 3),
            Buffer.from("e0c9ea79f9bace118c8200aa004ba90b", "hex"),
            u32(36),
            wide("http://a.example/\0")
          ),
          200_000
        )
      ])
  ],
  ["a list in text", () => Buffer.from(`ID;P\r\n${"C;X1;Y1;EEXEC(\"calc\")\r\n".repeat(900_000)}`)],
  ["a list in text of one line", () => Buffer.from(`ID;P\r\nC;${"E;".repeat(10 * megabyte)}`)],
  ["a list in text of names", () => Buffer.from(`ID;P\r\n${"NN;NAuto_open;ER1C1\r\n".repeat(900_000)}`)],
  ["a list in text of empty lines", () => Buffer.from(`ID;P${"\r\n".repeat(10 * megabyte)}`)],
  ["a list in text of semicolons", () => Buffer.from(`ID;P\r\n${";".repeat(20 * megabyte)}`)],
  ["a list in text of escapes", () => Buffer.from(`ID;P\r\nC;E${"\x1bN ".repeat(6 * megabyte)}`)]
]
