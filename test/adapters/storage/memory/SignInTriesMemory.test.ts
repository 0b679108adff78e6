import { Effect } from "effect"
import { expect, it } from "vitest"
import { signInTriesLayer } from "../../../../adapters/storage/memory/MembersMemory.ts"
import { browserTryLimits, SignInTries } from "../../../../core/members/passwords/TryLimits.ts"

it("memory keeps 100,000 keys and then evicts the least recently tried", () =>
  Effect.gen(function*() {
    const tries = yield* SignInTries
    const begin = (key: string) => tries.begin(key, new Date(1_700_000_000_000), browserTryLimits)
    const use = Effect.fnUntraced(function*(key: string) {
      for (let n = 0; n < browserTryLimits.freeTries; n++) expect(yield* begin(key)).toBe(0)
    })
    yield* use("first")
    yield* use("second")
    for (let n = 2; n < 100_000; n++) yield* begin(`key ${n}`)
    expect(yield* begin("first")).toBe(browserTryLimits.windowMillis)
    yield* begin("one more")
    expect(yield* begin("first")).toBe(0)
  }).pipe(Effect.provide(signInTriesLayer), Effect.runPromise))
