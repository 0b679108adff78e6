import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { creditsMax } from "../../../core/credits/CostTable.ts"
import { adjustCredits, grantCredits, noteCharsMax, referenceCharsMax } from "../../../core/credits/ManageCredits.ts"
import { layerMemory } from "../accounts/MemoryPorts.ts"

const change = (amount: number, reference?: string) => ({
  accountId: "acc_1",
  amount,
  note: "",
  ...(reference === undefined ? {} : { reference })
})

describe("credits moved by the operator", () => {
  it.effect("count every time without a reference, and once with one", () =>
    Effect.gen(function*() {
      yield* grantCredits(change(100))
      expect((yield* grantCredits(change(100))).available).toBe(200)
      yield* grantCredits(change(50, "INV-1"))
      expect(yield* grantCredits(change(50, "INV-1"))).toEqual({ available: 250, held: 0, hasMoved: false })
      expect((yield* grantCredits({ ...change(50, "INV-1"), accountId: "acc_2" })).available).toBe(50)
    }).pipe(Effect.provide(layerMemory)))

  it.effect("increase and decrease the balance, but never below zero", () =>
    Effect.gen(function*() {
      yield* grantCredits(change(100))
      expect((yield* adjustCredits(change(-40))).available).toBe(60)
      expect((yield* Effect.flip(adjustCredits(change(-61)))).message).toBe(
        "At most 60 credits can be removed. A balance cannot go below zero."
      )
      expect((yield* Effect.flip(grantCredits(change(-1))))._tag).toBe("InvalidAmount")
      expect((yield* Effect.flip(grantCredits(change(1.5))))._tag).toBe("InvalidAmount")
    }).pipe(Effect.provide(layerMemory)))

  it.effect("are refused only above the limit, which the error names", () =>
    Effect.gen(function*() {
      const limit = "1,000,000,000,000"
      for (const tooMany of [creditsMax + 1, 1e20, -creditsMax - 1]) {
        expect((yield* Effect.flip(adjustCredits(change(tooMany)))).message).toBe(
          `The amount must not exceed ${limit} credits.`
        )
      }
      expect((yield* Effect.flip(grantCredits(change(creditsMax + 1)))).message).toContain(limit)
      yield* grantCredits(change(creditsMax - 1_000))
      for (const command of [grantCredits, adjustCredits]) {
        expect((yield* Effect.flip(command(change(1_001)))).message).toBe(
          `A balance must not exceed ${limit} credits. The account has 999,999,999,000, so at most 1,000 can be added.`
        )
      }
      expect((yield* grantCredits(change(1_000))).available).toBe(creditsMax)
    }).pipe(Effect.provide(layerMemory)))

  it.effect("have a description of bounded length", () =>
    Effect.gen(function*() {
      const note = "x".repeat(noteCharsMax + 1)
      expect((yield* Effect.flip(grantCredits({ ...change(1), note })))._tag).toBe("InvalidCreditChange")
      for (const reference of ["", " ", "x".repeat(referenceCharsMax + 1)]) {
        expect((yield* Effect.flip(grantCredits(change(1, reference))))._tag).toBe("InvalidCreditChange")
      }
    }).pipe(Effect.provide(layerMemory)))
})
