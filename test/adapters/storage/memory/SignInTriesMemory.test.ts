import { Effect } from "effect"
import { expect, it } from "vitest"
import { signInAttemptsLayer } from "../../../../adapters/storage/memory/MembersMemory.ts"
import { browserAttemptLimits, SignInAttempts } from "../../../../core/members/passwords/SignInAttempts.ts"

it("memory keeps 100,000 keys and then evicts the least recently tried", () =>
  Effect.gen(function*() {
    const tries = yield* SignInAttempts
    const begin = (key: string) => tries.begin(key, new Date(1_700_000_000_000), browserAttemptLimits)
    const use = Effect.fnUntraced(function*(key: string) {
      for (let n = 0; n < browserAttemptLimits.freeAttempts; n++) expect(yield* begin(key)).toBe(0)
    })
    yield* use("first")
    yield* use("second")
    for (let n = 2; n < 100_000; n++) yield* begin(`key ${n}`)
    expect(yield* begin("first")).toBe(browserAttemptLimits.windowMillis)
    yield* begin("one more")
    expect(yield* begin("first")).toBe(0)
  }).pipe(Effect.provide(signInAttemptsLayer), Effect.runPromise))
