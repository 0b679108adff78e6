import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { csvText, parseCells } from "../../../apps/dashboard/pages/try/addresses/Csv.ts"

describe("csvText", () => {
  it("starts no cell like a formula", () => {
    fc.assert(fc.property(fc.array(fc.string()), (texts) => {
      for (const [cell = ""] of parseCells(csvText([], texts.map((text) => [`=${text}`])))) {
        expect(cell).toMatch(/^'=/)
      }
    }))
    expect(csvText(["a"], [["=1+1"], ["+1"], ["-1"], ["@x"], ["\tx"]])).toBe(
      "\ufeffa\r\n'=1+1\r\n'+1\r\n'-1\r\n'@x\r\n'\tx\r\n"
    )
    expect(csvText(["a"], [["\n=1"], ["\0=1"]])).toBe("\ufeffa\r\n\"'\n=1\"\r\n'\0=1\r\n")
  })

  it("keeps separators, quotes and line ends within one cell", () => {
    expect(csvText(["a", "b"], [["x,\"y\"\n;z", null], [true, 3]])).toBe(
      "\ufeffa,b\r\n\"x,\"\"y\"\"\n;z\",\r\ntrue,3\r\n"
    )
  })
})
