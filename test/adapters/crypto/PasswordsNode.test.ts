import { Effect, Fiber } from "effect"
import { scryptSync } from "node:crypto"
import { describe, expect, it } from "vitest"
import { concurrentHashesMax, layer, queuedHashesMax } from "../../../adapters/crypto/PasswordsNode.ts"
import { Passwords } from "../../../core/members/passwords/Passwords.ts"

const form = /^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/

const run = <A>(body: Effect.Effect<A, unknown, Passwords>) => Effect.runPromise(Effect.provide(body, layer))

const phc = (parameters: string, salt: Uint8Array, key: Uint8Array) =>
  `$scrypt$${parameters}$${
    [salt, key].map((part) => Buffer.from(part).toString("base64").replaceAll("=", "")).join("$")
  }`

const salt = new Uint8Array(16).fill(7)
/** Hashes a password with cheap scrypt parameters (2^4 · 8 · 128 bytes of memory). */
const cheap = (password: string) => phc("ln=4,r=8,p=1", salt, scryptSync(password, salt, 32, { N: 16, r: 8, p: 1 }))

describe("password hashes", () => {
  it("contain their parameters and a unique salt, and verify only their own password", () =>
    run(Effect.gen(function*() {
      const { hash, verify } = yield* Passwords
      const [one, other] = yield* Effect.all([hash("a goose on the roof"), hash("a goose on the roof")], {
        concurrency: 2
      })
      expect(one).toMatch(form)
      expect(one).not.toBe(other)
      expect(yield* verify("a goose on the roof", one)).toBe(true)
    })))

  it("verify any password with the parameters that they contain", () =>
    run(Effect.gen(function*() {
      const { verify } = yield* Passwords
      for (const password of ["", "x", "pässwörd \u{1f98a}", "y".repeat(512)]) {
        expect(yield* verify(password, cheap(password)), password).toBe(true)
        expect(yield* verify(`${password}!`, cheap(password)), password).toBe(false)
      }
    })))

  it("reject malformed hashes and hashes with excessive parameters", () =>
    run(Effect.gen(function*() {
      const { verify } = yield* Passwords
      const hash = cheap("x")
      const key = scryptSync("x", salt, 32, { N: 16, r: 8, p: 1 })
      const hostile = [
        "",
        "x",
        hash.slice(1),
        `${hash}A`,
        hash.slice(0, -1),
        `${hash}\n`,
        hash.replace("scrypt", "argon2id"),
        hash.replace("$BwcH", "$B%cH"),
        ...["ln=17,r=8,p=1", "ln=16,r=9,p=1", "ln=99,r=8,p=1", "ln=1,r=99,p=9", "ln=4,r=8,p=5", "ln=0,r=8,p=1"].map((
          parameters
        ) => phc(parameters, salt, key)),
        ...["ln=4,r=0,p=1", "ln=4,r=8,p=0", "ln=-4,r=8,p=1", "ln=4,r=8", "r=8,p=1,ln=4"].map((parameters) =>
          phc(parameters, salt, key)
        ),
        phc("ln=4,r=8,p=1", new Uint8Array(1_000), key),
        "$scrypt$".repeat(100_000)
      ]
      for (const text of hostile) expect(yield* verify("x", text), text.slice(0, 80)).toBe(false)
    })))

  it("for an unknown member take equally long and verify nothing", () =>
    run(Effect.gen(function*() {
      const { dummyHash, verify } = yield* Passwords
      const placeholderHash = yield* dummyHash
      expect(placeholderHash).toMatch(form)
      expect(yield* verify("", placeholderHash)).toBe(false)
    })))

  it("are computed a few at a time: excess requests are refused, and the rest of the server keeps running", () =>
    run(Effect.gen(function*() {
      const { verify } = yield* Passwords
      const cost = cheap("x")
      const hashCount = concurrentHashesMax + queuedHashesMax
      const ends = yield* Effect.forEach(
        Array.from({ length: hashCount + 5 }),
        () => Effect.result(verify("x", cost)),
        { concurrency: "unbounded" }
      )
      expect(ends.filter((end) => end._tag === "Success" && end.success)).toHaveLength(hashCount)
      expect(ends.filter((end) => end._tag === "Failure" && end.failure._tag === "PasswordsBusy")).toHaveLength(5)
      // A caller that leaves the queue frees its place.
      const fibers = yield* Effect.forEach(Array.from({ length: hashCount }), () => Effect.forkChild(verify("x", cost)))
      yield* Effect.yieldNow
      yield* Fiber.interruptAll(fibers)
      expect(yield* verify("x", cost)).toBe(true)
    })))
})
