import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { Seals } from "../../../core/kernel/Seals.ts"
import {
  type Challenge,
  decodeChallenge,
  encodeChallenge,
  readChallenge,
  writeChallenge
} from "../../../core/shield/challenges/Challenge.ts"
import {
  decodeDegradedToken,
  type DegradedToken,
  encodeDegradedToken,
  readDegradedToken,
  writeDegradedToken
} from "../../../core/shield/tokens/DegradedToken.ts"
import { decodeTicket, encodeTicket, readTicket, type Ticket, writeTicket } from "../../../core/shield/tokens/Ticket.ts"
import { decodeToken, encodeToken, readToken, type Token, writeToken } from "../../../core/shield/tokens/Token.ts"
import { layerSeals } from "./World.ts"

const seals = Effect.runSync(Seals.pipe(Effect.provide(layerSeals)))

const time = fc.nat({ max: 2 ** 48 - 1 })
const hostCharacter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789.-")
const claims = {
  id: fc.uint8Array({ minLength: 16, maxLength: 16 }),
  siteId: fc.string({ unit: hostCharacter, maxLength: 22 }),
  host: fc.string({ unit: hostCharacter, maxLength: 253 }),
  issuedAt: time,
  expiresAt: time
}
const work = {
  profile: fc.constantFrom("argon2id" as const, "sha256" as const),
  puzzles: fc.integer({ min: 1, max: 64 }),
  bits: fc.integer({ min: 1, max: 32 })
}
const address = fc.oneof(...[0, 4, 16].map((length) => fc.uint8Array({ minLength: length, maxLength: length })))
const challenges: fc.Arbitrary<Challenge> = fc.record({ ...claims, ...work, networkHash: fc.nat({ max: 0xffff }) })
const tickets: fc.Arbitrary<Ticket> = fc.record({
  ...claims,
  ...work,
  challengedAt: time,
  solveMillis: fc.nat({ max: 2 ** 31 }),
  address,
  networkChanged: fc.boolean()
})
const tokens: fc.Arbitrary<Token> = fc.record({ ...claims, score: fc.nat({ max: 100 }), address })
const degraded: fc.Arbitrary<DegradedToken> = fc.record({
  ...claims,
  cause: fc.constantFrom("edge" as const, "store" as const, "puzzles" as const, "test" as const)
})

const kinds = [
  {
    name: "challenge",
    some: challenges,
    encode: encodeChallenge,
    decode: decodeChallenge,
    write: writeChallenge,
    read: readChallenge
  },
  { name: "ticket", some: tickets, encode: encodeTicket, decode: decodeTicket, write: writeTicket, read: readTicket },
  { name: "token", some: tokens, encode: encodeToken, decode: decodeToken, write: writeToken, read: readToken },
  {
    name: "degraded token",
    some: degraded,
    encode: encodeDegradedToken,
    decode: decodeDegradedToken,
    write: writeDegradedToken,
    read: readDegradedToken
  }
] as ReadonlyArray<{
  readonly name: string
  readonly some: fc.Arbitrary<object>
  readonly encode: (value: object) => Uint8Array
  readonly decode: (bytes: Uint8Array) => object | null
  readonly write: (seals: Seals["Service"], value: object) => string
  readonly read: (seals: Seals["Service"], text: string) => object | null
}>

/** Returns a comparable form of a value, with bytes as arrays of numbers. */
const plain = (value: object | null) =>
  value === null
    ? null
    : Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, field instanceof Uint8Array ? [...field] : field])
    )

describe.each(kinds)("a $name", ({ decode, encode, read, some, write }) => {
  const one = fc.sample(some, { numRuns: 1, seed: 1 })[0]!

  it("survives a round trip in at most 512 characters", () => {
    fc.assert(fc.property(some, (value) => {
      const text = write(seals, value)
      assert.isAtMost(text.length, 512)
      assert.deepStrictEqual(plain(read(seals, text)), plain(value))
    }))
  })

  it("fits with the longest names and the longest key ID", () => {
    const longest = { ...one, siteId: "s".repeat(22), host: "h".repeat(253), address: new Uint8Array(16) }
    assert.isAtMost(write(seals, longest).length + "12345678".length - "k1".length, 512)
  })

  it("is invalid with one bit changed", () => {
    const text = write(seals, one)
    const start = text.indexOf(".", text.indexOf(".") + 1) + 1
    for (const [at, part] of text.slice(start).split(".").entries()) {
      const bytes = Buffer.from(part, "base64url")
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const changed = Uint8Array.from(bytes)
        changed[bit >> 3]! ^= 1 << (bit & 7)
        const parts = text.slice(start).split(".")
        parts[at] = Buffer.from(changed).toString("base64url")
        assert.isNull(read(seals, text.slice(0, start) + parts.join(".")))
      }
    }
  })

  it("is invalid with one character changed, removed or inserted", () => {
    fc.assert(
      fc.property(some, fc.nat(), fc.string({ maxLength: 2 }), fc.nat({ max: 2 }), (value, place, put, left) => {
        const text = write(seals, value)
        const at = place % (text.length + 1)
        const changed = text.slice(0, at) + put + text.slice(at + left)
        fc.pre(changed !== text)
        assert.isNull(read(seals, changed))
      })
    )
  })

  it("is invalid with more than 512 characters", () => {
    let opened = 0
    const open = () => {
      opened++
      return null
    }
    const counting = { ...seals, verify: open, open }
    assert.isNull(read(counting, "x".repeat(513)))
    assert.strictEqual(opened, 0)
    assert.isNull(read(counting, "x".repeat(512)))
    assert.strictEqual(opened, 1)
  })

  it("is invalid as any other kind", () => {
    for (const other of kinds) {
      const text = other.write(seals, fc.sample(other.some, { numRuns: 1, seed: 2 })[0]!)
      assert.strictEqual(read(seals, text) !== null, other.read === read)
    }
  })

  it("is decoded only from complete bytes", () => {
    const bytes = encode(one)
    for (let length = 0; length < bytes.length; length++) assert.isNull(decode(bytes.slice(0, length)))
    assert.isNull(decode(Uint8Array.from([...bytes, 0])))
    const version = bytes[0]!
    for (const other of [0, version - 1, version + 1, 255]) {
      assert.isNull(decode(Uint8Array.from([other, ...bytes.slice(1)])))
    }
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const read = decode(Uint8Array.from([version, ...bytes]))
      // Checks that every value that can be read has only one encoding.
      if (read !== null) assert.deepStrictEqual([...encode(read)], [version, ...bytes])
    }))
  })
})

describe.each(kinds.slice(0, 2))("a $name", ({ decode, encode, some }) => {
  const one = fc.sample(some, { numRuns: 1, seed: 1 })[0]!

  it("asks for 1 to 64 puzzles of 1 to 32 bits", () => {
    const isRead = (puzzles: number, bits: number) => decode(encode({ ...one, puzzles, bits })) !== null
    for (const [puzzles, bits] of [[1, 1], [64, 1], [1, 32], [64, 32]] as const) {
      assert.isTrue(isRead(puzzles, bits), `${puzzles} puzzles of ${bits} bits`)
    }
    for (const [puzzles, bits] of [[0, 1], [65, 1], [1, 0], [1, 33], [255, 255], [0, 0]] as const) {
      assert.isFalse(isRead(puzzles, bits), `${puzzles} puzzles of ${bits} bits`)
    }
  })
})

describe("fields", () => {
  it("are unambiguously delimited", () => {
    const base = fc.sample(tokens, { numRuns: 1, seed: 3 })[0]!
    const one = encodeToken({ ...base, siteId: "site_a", host: "b.example" })
    const other = encodeToken({ ...base, siteId: "site_ab", host: ".example" })
    assert.notDeepEqual([...one], [...other])
  })

  it("that cannot be encoded throw as a programming error", () => {
    const base = fc.sample(tokens, { numRuns: 1, seed: 3 })[0]!
    assert.throws(() => encodeToken({ ...base, host: "ü.example" }), RangeError)
    assert.throws(() => encodeToken({ ...base, host: "h".repeat(256) }), RangeError)
    assert.throws(() => encodeToken({ ...base, host: "h".repeat(200), siteId: "s".repeat(200) }), RangeError)
    assert.throws(() => encodeToken({ ...base, issuedAt: -1 }), RangeError)
    assert.throws(() => encodeToken({ ...base, score: 0.5 }), RangeError)
  })
})
