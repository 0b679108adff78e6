import * as fc from "fast-check"
import { argon2Sync } from "node:crypto"
import { describe, expect, it } from "vitest"
import { argonHashBytes, makeArgon2id, messageBytesMax } from "../../../adapters/puzzles/argon2/Argon2id.ts"
import { digitsMax, writeDigits } from "../../../adapters/puzzles/Digits.ts"
import { hasLeadingZeroBits } from "../../../adapters/puzzles/PuzzleHash.ts"
import { argonMemoryKib, argonPasses, counterMax, saltBytes } from "../../../core/shield/Puzzle.ts"
import { runs } from "../../support/TestRun.ts"

const bytes = (least: number, most: number) => fc.uint8Array({ minLength: least, maxLength: most })

/** Computes the hash with OpenSSL's implementation of Argon2id. */
const native = (message: Uint8Array, nonce: Uint8Array): Uint8Array =>
  new Uint8Array(argon2Sync("argon2id", {
    message,
    nonce,
    parallelism: 1,
    tagLength: argonHashBytes,
    memory: argonMemoryKib,
    passes: argonPasses
  }))

describe("Argon2id", () => {
  it("gives the same results as OpenSSL for any sequence of messages and salts", async () => {
    const argon2id = await makeArgon2id()
    fc.assert(
      fc.property(bytes(1, messageBytesMax), bytes(saltBytes, saltBytes), (message, salt) => {
        expect(new Uint8Array(argon2id(message, salt))).toEqual(native(message, salt))
      }),
      runs(200)
    )
  })

  it("gives the same results in two instances used in turns", async () => {
    const [one, other] = [await makeArgon2id(), await makeArgon2id()]
    const salt = new Uint8Array(saltBytes)
    const digits = (counter: number) => new TextEncoder().encode(String(counter))
    for (const counter of [0, 1, 9_999, counterMax]) {
      expect(new Uint8Array(one(digits(counter), salt))).toEqual(native(digits(counter), salt))
      expect(new Uint8Array(other(digits(counter), salt))).toEqual(native(digits(counter), salt))
    }
  })
})

describe("the digits", () => {
  it("match the decimal form of a counter", () => {
    const into = new Uint8Array(digitsMax)
    fc.assert(fc.property(fc.integer({ min: 0, max: counterMax }), (counter) => {
      expect(new TextDecoder().decode(writeDigits(counter, into))).toBe(String(counter))
    }))
  })
})

describe("the leading zeros", () => {
  it("match the binary form of the hash", () => {
    const few = fc.array(fc.constantFrom(0, 0, 0, 1, 2, 7, 64, 128, 255), { minLength: 4, maxLength: 4 })
    fc.assert(fc.property(few, fc.integer({ min: 0, max: 32 }), (numbers, bits) => {
      const binary = numbers.map((byte) => byte.toString(2).padStart(8, "0")).join("")
      expect(hasLeadingZeroBits(Uint8Array.from(numbers), bits)).toBe(binary.slice(0, bits) === "0".repeat(bits))
    }))
  })
})
