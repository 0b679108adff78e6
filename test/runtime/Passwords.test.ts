import { describe, expect, it } from "vitest"
import { nodeRuntime, otherRuntimes, reportOf } from "./Runtimes.ts"

describe("passwords", () => {
  it.each([nodeRuntime, ...otherRuntimes("passwords are")])(
    "are hashed and verified alike on $name",
    async (runtime) => {
      expect(await reportOf(runtime, "PasswordsScript.ts")).toEqual({
        form: "$scrypt$ln=15,r=8,p=3$…$…",
        own: true,
        known: true,
        wrong: false,
        dummy: false,
        hostile: false
      })
    },
    60_000
  )
})
