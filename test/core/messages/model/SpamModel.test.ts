import { Result } from "effect"
import * as fc from "fast-check"
import { crc32 } from "node:zlib"
import { describe, expect, it } from "vitest"
import { bucketCount } from "../../../../core/messages/features/FeatureHash.ts"
import {
  encodeSpamModel,
  modelBytesMax,
  parseSpamModel,
  quantizeHead,
  type SpamModel,
  weightStepsMax
} from "../../../../core/messages/model/SpamModel.ts"
import { runs } from "../../../support/TestRun.ts"
import { tinyModel } from "../TinyModel.ts"

const bytesOf = (model: SpamModel): Uint8Array => Result.getOrThrow(encodeSpamModel(model))
const tiny = bytesOf(tinyModel())

const whyNot = (bytes: Uint8Array): string => {
  const parsed = parseSpamModel(bytes)
  return Result.isFailure(parsed) ? parsed.failure.message : "read"
}

const changed = (at: number, value: number): Uint8Array => {
  const bytes = tiny.slice()
  bytes[at] = value
  return bytes
}

const figure = fc.double({ min: -20, max: 20, noNaN: true })

describe("a model file", () => {
  it("contains what was written, in deterministic bytes", () => {
    const head = fc.record({ bias: figure, scale: figure, seed: fc.integer() }).map(({ bias, scale, seed }) => ({
      bias,
      scale,
      weights: Int16Array.from({ length: bucketCount }, (_, at) => Math.imul(at ^ seed, 0x9e3779b1) >> 16)
    }))
    const model = fc.record({
      name: fc.string({ maxLength: 80 }),
      words: head,
      all: head,
      languages: fc.uniqueArray(
        fc.tuple(fc.stringMatching(/^[a-z]{2,3}$/), fc.record({ offset: figure, supported: fc.boolean() })),
        {
          selector: ([code]) => code,
          maxLength: 30
        }
      ).map((rows) => new Map(rows)),
      otherOffset: figure,
      calibration: fc.uniqueArray(
        fc.record({
          logit: fc.integer({ min: -50, max: 50 }),
          probability: fc.double({ min: 0, max: 1, noNaN: true })
        }),
        {
          selector: ({ logit }) => logit,
          minLength: 1,
          maxLength: 32
        }
      ).map((knots) => {
        const probabilities = knots.map(({ probability }) => probability).toSorted((one, other) => one - other)
        return knots.toSorted((one, other) => one.logit - other.logit)
          .map(({ logit }, at) => ({ logit: logit / 4, probability: probabilities[at]! }))
      })
    })
    fc.assert(
      fc.property(model, (model) => {
        const bytes = bytesOf(model)
        const back = Result.getOrThrow(parseSpamModel(bytes))
        expect({ ...back, languages: [...back.languages] }).toEqual({
          ...model,
          languages: [...model.languages].toSorted(([one], [other]) => one < other ? -1 : 1)
        })
        expect(Buffer.compare(bytesOf(back), bytes)).toBe(0)
      }),
      runs(5)
    )
  })

  it("is hardly larger than both heads", () => {
    expect(tiny.length).toBeLessThan(1_060_000)
    expect(modelBytesMax).toBeLessThan(1_100_000)
  })

  it("may be part of a larger buffer", () => {
    const around = new Uint8Array(tiny.length + 7)
    around.set(tiny, 3)
    expect(whyNot(around.subarray(3, 3 + tiny.length))).toBe("read")
  })
})

describe("a damaged model file", () => {
  it.each([
    ["of nothing", new Uint8Array(0), "0 bytes are too few or too many for a model"],
    ["that is cut", tiny.subarray(0, 1000), "its length is wrong"],
    ["with more behind it", Uint8Array.from([...tiny, 0]), "its length is wrong"],
    [
      "too large to be one",
      new Uint8Array(modelBytesMax + 1),
      `${modelBytesMax + 1} bytes are too few or too many for a model`
    ],
    ["of another kind", changed(0, 0x50), "it does not start with the magic number of a model"],
    ["of another format", changed(12, 9), "its format version is not supported"],
    ["with a weight changed", changed(tiny.length - 500, 77), "its checksum is wrong"],
    ["with a count changed", changed(18, 200), "its length is wrong"]
  ])("is detected: %s", (_, bytes, why) => expect(whyNot(bytes)).toBe(`The model cannot be read: ${why}.`))

  it("is rejected if it is intact but for another features version", () => {
    const bytes = changed(14, 99)
    new DataView(bytes.buffer).setUint32(4, crc32(bytes.subarray(8)), true)
    expect(whyNot(bytes)).toBe("The model cannot be read: it was trained with another version of the features.")
  })

  it("is detected wherever the damage is, and no other error occurs", () => {
    fc.assert(
      fc.property(fc.nat(tiny.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        expect(whyNot(changed(at, tiny[at]! ^ flip))).not.toBe("read")
      }),
      { ...runs(40), examples: Array.from({ length: 20 }, (_, at) => [at, 1] as [number, number]) }
    )
  })

  it("throws no other error for any bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(whyNot(bytes)).not.toBe("read")
    }))
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(whyNot(Uint8Array.from([...tiny.subarray(0, 16), ...bytes]))).not.toBe("read")
    }))
  })
})

describe("an invalid model is not written", () => {
  const plain = tinyModel()
  it.each<[string, Partial<SpamModel>]>([
    ["a long name", { name: "x".repeat(81) }],
    ["a name that is not ASCII", { name: "é" }],
    ["no calibration", { calibration: [] }],
    ["a calibration that falls", { calibration: [{ logit: 0, probability: 0.5 }, { logit: 1, probability: 0.4 }] }],
    ["a calibration out of order", { calibration: [{ logit: 1, probability: 0.5 }, { logit: 1, probability: 0.6 }] }],
    ["a probability above 1", { calibration: [{ logit: 1, probability: 1.5 }] }],
    ["a language with no code", { languages: new Map([["German", { offset: 0, supported: true }]]) }],
    ["an offset without end", { languages: new Map([["de", { offset: Infinity, supported: true }]]) }],
    ["an offset that is no number", { otherOffset: NaN }],
    ["too few weights", { words: { bias: 0, scale: 1, weights: new Int16Array(5) } }],
    ["a bias that is no number", { all: { ...plain.all, bias: NaN } }]
  ])("%s", (_, part) => expect(Result.isFailure(encodeSpamModel({ ...plain, ...part }))).toBe(true))
})

describe("quantized weights", () => {
  it("equal the learned weights to half a step", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5000, max: 5000 }).map((steps) => steps / 777), { minLength: 1, maxLength: 50 }),
        (learnt) => {
          const { scale, weights } = quantizeHead(0, learnt)
          learnt.forEach((weight, at) =>
            expect(Math.abs(weights[at]! * scale - weight)).toBeLessThanOrEqual(scale * 0.5001)
          )
          expect(Math.max(...weights.map(Math.abs))).toBeLessThanOrEqual(weightStepsMax)
        }
      )
    )
  })

  it("are zero if nothing was learned", () => expect(quantizeHead(1, [0, 0]).weights).toEqual(new Int16Array(2)))

  it.each<[number, ReadonlyArray<number>]>([[1e-100, [32_767, -32_767]], [9.9e-101, [0, 0]]])(
    "use the full range of steps if the largest weight is at least 1e-100: %d",
    (largest, steps) => expect([...quantizeHead(0, [largest, -largest]).weights]).toEqual(steps)
  )
})
