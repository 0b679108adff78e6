import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  parseMessage,
  protobufFields,
  protobufFieldsMax,
  protobufGroupDepthMax,
  readDuration
} from "../../../../adapters/webrisk/safebrowsing/Protobuf.ts"
import { bytesField, numberField } from "../../../fakes/SafeBrowsingMessages.ts"
import { ascii, concat, fromHex, hex } from "../../../support/Bytes.ts"
import { runs } from "../../../support/TestRun.ts"

/** Parses hexadecimal bytes with spaces between fields. */
const bytesOf = (text: string) => fromHex(text.replaceAll(" ", ""))

const messageOf = (text: string) => Result.getOrThrow(parseMessage(bytesOf(text)))

const problemOf = (bytes: Uint8Array): string | null => {
  const fields = protobufFields(bytes)
  return Result.isFailure(fields) ? fields.failure.problem : null
}

const durationOf = (bytes: Uint8Array): number | string | null => {
  const millis = readDuration(Result.getOrThrow(parseMessage(bytesField(1, bytes))), 1)
  return Result.isFailure(millis) ? millis.failure.problem : millis.success
}

describe("a protobuf message", () => {
  it("decodes the examples of the specification (protobuf.dev: 150, \"testing\", packed 3, 270 and 86942)", () => {
    expect(messageOf("089601").uint64(1)).toBe(150n)
    expect(messageOf("120774657374696e67").text(2)).toBe("testing")
    expect(messageOf("3206038e029ea705").int32s(6)).toEqual([3, 270, 86_942])
    expect(messageOf("08feffffffffffffffff01").int32(1)).toBe(-2)
    expect(messageOf("090102030405060708").uint64(1)).toBe(0x0807060504030201n)
    expect(messageOf("0d01020304").uint64(1)).toBe(0x04030201n)
  })

  it("uses the last value of a singular field and all values of a repeated field", () => {
    const message = messageOf("0801 0802 1201aa 1201bb 1803 1a020405")
    expect([message.uint64(1), hex(message.bytes(2)), message.int32s(3)]).toEqual([2n, "bb", [3, 4, 5]])
    expect([message.uint64(9), message.bytes(9).length, message.int32s(9), message.all(2).length]).toEqual([
      0n,
      0,
      [],
      2
    ])
  })

  it("merges a message sent in parts", () => {
    const inner = Result.getOrThrow(messageOf("0a020801 0a021003").message(1))
    expect([inner?.uint64(1), inner?.uint64(2)]).toEqual([1n, 3n])
    expect(Result.getOrThrow(messageOf("").message(1))).toBe(null)
  })

  it("skips unknown numbers, bytes, groups and fields of another type", () => {
    const message = messageOf("f87f05 fa7f0201ff 0801 a301 0807 a401 0a0161")
    expect([message.uint64(1), message.text(1)]).toEqual([1n, "a"])
  })

  it("rejects text with invalid UTF-8", () => {
    expect(messageOf("0a01ff").text(1)).toBe(null)
    expect(messageOf("0a01ff").int32s(1)).toBe(null)
  })

  it.each([
    ["an unfinished tag", "80"],
    ["a tag without a value", "08"],
    ["an unfinished number", "0880"],
    ["a number of eleven bytes", "08ffffffffffffffffff8001"],
    ["a number of more than 64 bits", "08ffffffffffffffffff02"],
    ["field zero", "0001"],
    ["a field number that is too large", "808080808001 01"],
    ["bytes that are not there", "0a0261"],
    ["a length without end", "0affffffffffffffffff01"],
    ["half a fixed number", "0900"],
    ["half a short fixed number", "0d000000"],
    ["kinds that there are not: 6", "0e"],
    ["kinds that there are not: 7", "0f"],
    ["a group without end", "0b"],
    ["an end without a group", "0c"],
    ["the end of another group", "0b14"],
    ["groups that are too deep", "0b".repeat(protobufGroupDepthMax + 1) + "0c".repeat(protobufGroupDepthMax + 1)]
  ])("is rejected: %s", (_, text) => {
    expect(problemOf(bytesOf(text))).toBe("malformed")
  })

  it("has a maximum number of fields", () => {
    const fields = new Uint8Array(protobufFieldsMax * 2).fill(8)
    expect(problemOf(fields)).toBe(null)
    expect(problemOf(concat([fields, Uint8Array.of(8, 8)]))).toBe("too many fields")
  })

  it("decodes what was encoded", () => {
    const field = fc.integer({ min: 1, max: 2 ** 28 - 1 })
    const wide = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })
    fc.assert(fc.property(field, wide, field, fc.uint8Array({ maxLength: 300 }), (a, value, b, bytes) => {
      const message = Result.getOrThrow(parseMessage(concat([numberField(a, value), bytesField(b, bytes)])))
      expect([message.uint64(a), message.bytes(b)]).toEqual([value, bytes])
    }))
  })

  it("never throws on arbitrary bytes, and reads nothing twice", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const fields = protobufFields(bytes)
        if (Result.isFailure(fields)) return
        const sizes = fields.success.map(({ value }) => typeof value === "bigint" ? 1 : value.length)
        expect(sizes.reduce((sum, size) => sum + size + 1, 0)).toBeLessThanOrEqual(bytes.length)
      }),
      runs(250)
    )
  })
})

describe("a duration", () => {
  it.each<[string, Uint8Array, number | string | null]>([
    ["nothing in it", new Uint8Array(0), 0],
    ["seconds", numberField(1, 300), 300_000],
    ["seconds and nanoseconds", concat([numberField(1, 1), numberField(2, 500_000_000)]), 1500],
    ["less than a millisecond", numberField(2, 999_999), 0],
    ["ten thousand years", numberField(1, 315_576_000_000), 315_576_000_000_000],
    ["more", numberField(1, 315_576_000_001), "duration"],
    ["less than nothing", numberField(1, -1), "duration"],
    ["nanoseconds below zero", numberField(2, -1), "duration"],
    ["nanoseconds of a second", numberField(2, 1_000_000_000), "duration"]
  ])("of %s", (_, bytes, expected) => {
    expect(durationOf(bytes)).toBe(expected)
  })

  it("is null if it is absent, and rejected if it is damaged", () => {
    expect(Result.getOrThrow(readDuration(messageOf("0a00"), 2))).toBe(null)
    expect(durationOf(ascii("\b"))).toBe("malformed")
  })
})
