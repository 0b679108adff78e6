import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { shapeBitsMin } from "../../../../core/shield/score/ShapeBits.ts"
import { parseSignals, shapeOf, signalCharsMax, signalNumberMax } from "../../../../core/shield/score/Signals.ts"
import { people } from "./People.ts"

describe("parseSignals", () => {
  it("accepts the widget's measurements unchanged", () => {
    for (const signals of Object.values(people)) {
      expect(parseSignals(JSON.parse(JSON.stringify(signals)))).toEqual(signals)
    }
  })

  it("drops fields with a wrong type or out of range, one by one", () => {
    const read = parseSignals({
      v: 1,
      webdriver: "true",
      debugged: 1,
      acts: 7,
      moves: -1,
      turns: Number.NaN,
      clicks: signalNumberMax + 1,
      jumps: "3",
      userAgent: "x".repeat(signalCharsMax + 1),
      platform: 5,
      languages: "en",
      shape: "ABCDEF0123456789",
      unknown: true
    })
    expect(read).toEqual({ v: 1, acts: 7, languages: "en" })
  })

  it.each([null, undefined, 1, "v", [], [1], {}, { acts: 1 }, { v: 2, acts: 1 }, { v: "1", acts: 1 }, { v: 1 }, {
    v: 1,
    x: 2
  }])(
    "returns nothing for %j",
    (value) => expect(parseSignals(value)).toBeNull()
  )

  it("ignores inherited fields", () => expect(parseSignals(Object.create({ v: 1, acts: 3 }))).toBeNull())

  it("accepts any input", () => {
    fc.assert(fc.property(fc.anything(), (value) => {
      const read = parseSignals(value)
      expect(read === null || read.v === 1).toBe(true)
    }))
  })
})

describe("shapeOf", () => {
  it("is sixteen hex digits or null", () => {
    expect(shapeOf({ v: 1, shape: "0123456789abcdef", shapeBits: 40 })).toBe("0123456789abcdef")
    for (const shape of ["0123456789abcde", "0123456789abcdef0", "0123456789abcdeg", "", 5, null, {}]) {
      expect(shapeOf({ v: 1, acts: 1, shape, shapeBits: 40 })).toBeNull()
    }
    expect(shapeOf(null)).toBeNull()
  })

  it("is null if too little happened to distinguish people", () => {
    const shape = "0123456789abcdef"
    expect(shapeOf({ v: 1, shape, shapeBits: shapeBitsMin })).toBe(shape)
    expect(shapeOf({ v: 1, shape, shapeBits: shapeBitsMin - 0.01 })).toBeNull()
    expect(shapeOf({ v: 1, shape })).toBeNull()
  })
})
