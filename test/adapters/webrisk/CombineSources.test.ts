import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { combineSources } from "../../../adapters/webrisk/CombineSources.ts"
import { notListed, type RegisteredSource, type ThreatSource } from "../../../adapters/webrisk/ThreatSource.ts"
import { parseWebUrl } from "../../../core/urls/WebUrl.ts"
import { sourceAnswer, sourceFailure, threatSource } from "../../support/ThreatSources.ts"

const url = Result.getOrThrow(parseWebUrl("https://example.com/"))
const check = (...sources: ReadonlyArray<RegisteredSource>) => combineSources(sources, publicSuffixes).check(url)

const silent = threatSource("silent", () => Effect.succeed(notListed))
const lists = threatSource("lists", () => Effect.succeed(sourceAnswer("lists")))
const down = threatSource("down", () => sourceFailure("down"))
const alsoDown = threatSource("also down", () => sourceFailure("also down"))
const stale = threatSource("stale", () => Effect.succeed({ threat: null, isStale: true }))
const observed = threatSource("observed", () => Effect.succeed(sourceAnswer("observed")), { enforced: false })
const optional = threatSource("optional", () => sourceFailure("optional"), { required: false })

const outside = (name: string, check: ThreatSource["check"]): RegisteredSource => {
  const registered = threatSource(name, check)
  return { ...registered, source: { ...registered.source, isExternal: true } }
}
const slowly = (name: string, millis: number, answer: ReturnType<ThreatSource["check"]>) =>
  outside(name, () => Effect.delay(answer, millis))

describe("several combined threat sources", () => {
  it.effect.each<readonly [string, ReadonlyArray<RegisteredSource>, unknown]>([
    ["safe when all have answered", [silent, silent], { threat: null, observed: [], stale: [] }],
    ["safe without a source, for then there is nothing to wait for", [], { threat: null, observed: [], stale: [] }],
    ["bad when one lists it", [silent, lists], { threat: sourceAnswer("lists").threat, stale: [] }],
    ["bad when one lists it, whatever fails before", [down, lists], { threat: sourceAnswer("lists").threat }],
    ["bad when one lists it, whatever fails after", [lists, down], { threat: sourceAnswer("lists").threat }],
    ["unknown when one is down", [silent, down], "down"],
    ["unknown for what fails first", [down, alsoDown], "down"],
    ["unknown for what fails first of those that are required", [optional, alsoDown, down], "also down"],
    ["safe when only one is down that is not required", [silent, optional], { threat: null }],
    ["safe when only one lists it that is observed, and told", [observed, silent], {
      threat: null,
      observed: [sourceAnswer("observed").threat]
    }],
    ["unknown when one is down, though another is observed", [observed, down], "down"],
    ["safe by stale data, and told", [stale, silent], { threat: null, stale: ["stale"] }]
  ])("%s", ([, sources, expected]) =>
    Effect.gen(function*() {
      const answer = yield* Effect.result(check(...sources))
      if (typeof expected === "string") {
        expect(Result.getOrThrow(Result.flip(answer))).toMatchObject({ _tag: "WebRiskUnavailable", source: expected })
      } else expect(Result.getOrThrow(answer)).toMatchObject(expected as object)
    }))

  it.effect("queries remote sources concurrently", () =>
    Effect.gen(function*() {
      const answer = Effect.succeed(notListed)
      const waiting = yield* Effect.forkChild(check(slowly("a", 800, answer), slowly("b", 900, answer)))
      yield* TestClock.adjust(900)
      expect((yield* Fiber.join(waiting)).threat).toBe(null)
    }))

  it.effect("returns as soon as one source lists the URL", () =>
    Effect.gen(function*() {
      const bad = Effect.succeed(sourceAnswer("fast"))
      const waiting = yield* Effect.forkChild(check(outside("slow", () => Effect.never), slowly("fast", 5, bad)))
      yield* TestClock.adjust(5)
      expect((yield* Fiber.join(waiting)).threat?.source).toBe("fast")
    }))

  it.effect("queries no remote source if a local one lists the URL", () =>
    Effect.gen(function*() {
      let callCount = 0
      const remote = outside("remote", () => Effect.sync(() => (callCount++, notListed)))
      expect((yield* check(remote, lists)).threat?.source).toBe("lists")
      expect(callCount).toBe(0)
    }))

  it.effect("fails with a defect if one source does", () =>
    Effect.gen(function*() {
      for (const make of [threatSource, outside]) {
        const exit = yield* Effect.exit(check(make("broken", () => Effect.die(new Error("a fault"))), silent))
        expect(exit._tag === "Failure" && String(exit.cause)).toContain("a fault")
      }
    }))
})
