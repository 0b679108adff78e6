import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createAccount, resolveAccount } from "../../../core/accounts/ManageAccounts.ts"
import { nameCharsMax } from "../../../core/kernel/CheckName.ts"
import { layerMemory } from "./MemoryPorts.ts"

describe("accounts", () => {
  it.effect("have a name that can be displayed", () =>
    Effect.gen(function*() {
      expect(yield* createAccount("  Example Ltd ")).toMatchObject({ name: "Example Ltd" })
      yield* createAccount("x".repeat(nameCharsMax))
      for (const bad of ["", "   ", "x".repeat(nameCharsMax + 1), "a\u001B[31mb", "a\nb"]) {
        expect((yield* Effect.flip(createAccount(bad)))._tag).toBe("InvalidName")
      }
    }).pipe(Effect.provide(layerMemory)))

  it.effect("need no explicit name if there is only one account", () =>
    Effect.gen(function*() {
      expect((yield* Effect.flip(resolveAccount(undefined))).message).toContain("no account yet")
      const first = yield* createAccount("first")
      expect(yield* resolveAccount(undefined)).toEqual(first)
      const second = yield* createAccount("second")
      expect((yield* Effect.flip(resolveAccount(undefined))).message).toContain("2 accounts")
      expect(yield* resolveAccount(second.id)).toEqual(second)
      expect(yield* resolveAccount("first")).toEqual(first)
      expect((yield* Effect.flip(resolveAccount("third"))).message).toContain("\"third\"")
      yield* createAccount("first")
      expect((yield* Effect.flip(resolveAccount("first"))).message).toContain("Use the account ID")
    }).pipe(Effect.provide(layerMemory)))
})
