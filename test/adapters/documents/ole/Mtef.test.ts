import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findMtefFault, fontNameBytesMax, matrixLinesMax } from "../../../../adapters/documents/ole/Mtef.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"
import { runs } from "../../../support/TestRun.ts"
import { bytesOf, u16, u8 } from "./MakeBytes.ts"
import { fontRecord, inFont, makeMtef, plainRecords } from "./MakeObjects.ts"

const faultOf = (records: Uint8Array, version = 3): string | null => findMtefFault(makeMtef(records, version), false)

const line = (...records: ReadonlyArray<Uint8Array>): Uint8Array => bytesOf(u8(0x0a, 0x01), ...records, u8(0, 0))
const character = u8(0x02, 0x83, 0x78, 0)
const matrix = (rows: number, columns: number): Uint8Array =>
  bytesOf(
    u8(5, 1, 1, 1, rows, columns),
    new Uint8Array(Math.ceil((rows + 1) / 4) + Math.ceil((columns + 1) / 4)),
    ...Array.from({ length: rows * columns }, () => u8(0x11)),
    u8(0)
  )

describe("an equation written by Equation Editor", () => {
  it.each<readonly [string, Uint8Array]>([
    ["a root", plainRecords],
    ["nothing", u8(0)],
    ["an empty line", u8(0x0a, 0x11, 0)],
    ["a font", line(fontRecord("Times New Roman"), character)],
    ["the longest font name", line(fontRecord("n".repeat(fontNameBytesMax)), character)],
    ["a character with two embellishments", line(u8(0x22, 0x83, 0x78, 0, 6, 5, 6, 2, 0))],
    ["a character that was moved", line(u8(0x82, 0x80, 0x7f, 0x83, 0x78, 0))],
    ["a character that was moved far", line(u8(0x82, 0x80, 0x80, 1, 2, 3, 4, 0x83, 0x78, 0))],
    ["a line with its spacing", bytesOf(u8(0x41), u16(12), character, u8(0, 0))],
    ["a line with tabs", bytesOf(u8(0x21, 7, 2, 0, 1, 0, 1, 2, 0), character, u8(0, 0))],
    ["a pile of two lines", bytesOf(u8(4, 1, 1, 1), character, u8(0, 1), character, u8(0, 0, 0))],
    ["a matrix", line(matrix(2, 3))],
    ["the largest matrix", line(matrix(matrixLinesMax, 1))],
    ["sizes", line(u8(9, 101, 12, 0), character, u8(9, 100, 1, 0, 1), character, u8(9, 1, 130), u8(11, 12, 13, 14))],
    ["what is left over from a longer one", bytesOf(plainRecords, u8(0, 0, 0xff, 0xfe, 0x0f))]
  ])("can contain %s", (_, records) => expect(faultOf(records)).toBeNull())

  it.each([1, 2, 4])("has one-byte characters in version %i", (version) => {
    expect(faultOf(u8(0x0a, 0x01, 0x12, 0x83, 0x46, 0x02, 0x86, 0x3d, 0, 0), version)).toBeNull()
  })

  it("can contain MathType data", () => {
    expect(findMtefFault(bytesOf(u8(5, 1, 0, 6, 9), "DSMT6\0\0", u8(19), "WinAllBasicCodePages\0"), false))
      .toBeNull()
  })

  it("can end early in a damaged file", () => {
    const data = makeMtef()
    for (let bytes = 0; bytes < data.length; bytes++) {
      expect(findMtefFault(data.subarray(0, bytes), true), `${bytes} bytes`).toBeNull()
      expect(findMtefFault(data.subarray(0, bytes), false), `${bytes} bytes`).not.toBeNull()
    }
  })
})

describe("a malicious equation", () => {
  it.each<readonly [string, string, Uint8Array]>([
    ["a font name that overflows", "CVE-2017-11882", inFont("cmd /c calc".padEnd(44, "A"))],
    ["a font name that has one byte too many", "CVE-2017-11882", inFont("n".repeat(fontNameBytesMax + 1))],
    ["a font name without an end", "CVE-2017-11882", bytesOf(u8(0x0a, 1, 8, 1, 1), "n".repeat(200))],
    [
      "a font name that overflows after others",
      "CVE-2017-11882",
      line(fontRecord("Symbol"), fontRecord("x".repeat(148)))
    ],
    ["too many rows", "CVE-2018-0798", line(u8(5, 1, 1, 1, matrixLinesMax + 1, 1))],
    ["too many columns", "CVE-2018-0798", line(u8(5, 1, 1, 1, 1, 255))],
    ["a matrix that was moved", "CVE-2018-0798", line(u8(0x85, 0x80, 0x80, 0, 0, 0, 0, 1, 1, 1, 200, 1))],
    ["an unknown record", "unknown records", line(u8(15))],
    ["no end", "without an end", u8(0x0a, 1, 2, 0x83, 0x78, 0)]
  ])("has %s", (_, what, records) => expect(faultOf(records)).toContain(what))

  it.each<readonly [string, Uint8Array]>([
    ["nothing", new Uint8Array(0)],
    ["text", bytesOf("regsvr32 /s /n")],
    ["the version of MathType without its key", makeMtef(plainRecords, 5)],
    ["the key of MathType in another version", bytesOf(u8(3, 1, 0, 6, 9), "DSMT6\0", u8(15))],
    ["an unknown platform", bytesOf(u8(3, 2, 1, 3, 10), plainRecords)],
    ["an unknown product", bytesOf(u8(3, 1, 0xcc, 3, 10), plainRecords)]
  ])(
    "has an invalid header: %s",
    (_, data) => expect(findMtefFault(data, false)).toMatch(/without its header|unknown rec/)
  )
})

it("ends quickly on arbitrary bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, isCutOff) => {
      const fault = findMtefFault(bytesOf(u8(3, 1, 1, 3, 10), bytes), isCutOff)
      expect(fault === null || fault.length > 0).toBe(true)
    }),
    runs(200)
  )
  const long = makeMtef(new Uint8Array(4_000_000).fill(0x0a))
  expect(measureCpuMillis(() => void findMtefFault(long, false))).toBeLessThan(2_000)
})
