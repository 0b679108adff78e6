import { expect, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { exportStatement, statementLine } from "../../../core/credits/ExportStatement.ts"
import { Ledger } from "../../../core/credits/Ledger.ts"
import type { LedgerLine } from "../../../core/credits/Movement.ts"

const lineOf = (version: number): LedgerLine => ({
  version,
  accountId: "acc_1",
  requestId: `req_${version}`,
  kind: version === 1 ? "grant" : "settle",
  from: version === 1 ? "issued" : "available",
  to: version === 1 ? "available" : "revenue",
  amount: 1,
  note: "scan/email",
  keyId: null,
  availableAfter: 9_000 - version,
  heldAfter: 0,
  at: new Date(version)
})

/** Returns a ledger with the given number of movements, and the queries that it receives. */
const ledgerOf = (movements: number) => {
  const requested: Array<{ readonly before?: number; readonly limit: number; readonly kind?: string }> = []
  const layer = Layer.mock(Ledger, {
    markDelivered: () => {},
    statement: (_, page) => {
      requested.push(page)
      return Effect.succeed(
        Array.from({ length: movements }, (_, n) => lineOf(movements - n))
          .filter(({ kind, version }) => version < (page.before ?? Infinity) && (page.kind ?? kind) === kind)
          .slice(0, page.limit)
      )
    }
  })
  return { asked: requested, layer }
}

const versionsOf = (rowsMax: number, filter: { readonly kind?: "grant" } = {}) =>
  Effect.gen(function*() {
    const file = yield* exportStatement("acc_1", filter, "ndjson", rowsMax)
    const text = yield* Stream.mkString(Stream.decodeText(file))
    return text.split("\n").slice(0, -1).map((line): number => JSON.parse(line).version)
  })

it.effect("contains each movement once, in chunks of bounded size", () =>
  Effect.gen(function*() {
    for (const count of [0, 1, 999, 1_000, 1_001, 2_000, 2_500]) {
      const { asked, layer } = ledgerOf(count)
      const versions = yield* Effect.provide(versionsOf(100_000), layer)
      expect(versions).toEqual(Array.from({ length: count }, (_, n) => count - n))
      expect(asked.every(({ limit }) => limit <= 1_000)).toBe(true)
      expect(asked).toHaveLength(Math.floor(count / 1_000) + 1)
    }
  }))

it.effect("has at most as many rows as a file may have, the newest ones", () =>
  Effect.gen(function*() {
    const { asked, layer } = ledgerOf(5_000)
    const versions = yield* Effect.provide(versionsOf(2_300), layer)
    expect([versions.length, versions[0], versions.at(-1)]).toEqual([2_300, 5_000, 2_701])
    expect(asked.map(({ limit }) => limit)).toEqual([1_000, 1_000, 300])
  }))

it.effect("reads on only as its consumer pulls", () =>
  Effect.gen(function*() {
    const { asked, layer } = ledgerOf(5_000)
    yield* Effect.provide(
      Effect.gen(function*() {
        const file = yield* exportStatement("acc_1", {}, "csv", 100_000)
        yield* Stream.runDrain(Stream.take(file, 2))
      }),
      layer
    )
    expect(asked).toHaveLength(1)
  }))

it.effect("requests only one kind if it is filtered by that kind", () =>
  Effect.gen(function*() {
    const { asked, layer } = ledgerOf(2_500)
    expect(yield* Effect.provide(versionsOf(100_000, { kind: "grant" }), layer)).toEqual([1])
    expect(asked).toEqual([{ kind: "grant", limit: 1_000 }])
  }))

it("contains both entries of a movement and no spreadsheet formulas", () => {
  const row = (note: string) => statementLine({ ...lineOf(1), requestId: "g", note }, "csv")
  expect(row("=HYPERLINK(\"x\")")).toBe(
    "1,1970-01-01T00:00:00.001Z,grant,issued,available,1,8999,0,g,\"'=HYPERLINK(\"\"x\"\")\"\r\n"
  )
  for (const sign of ["+", "-", "@"]) expect(row(`${sign}1`)).toContain(`,"'${sign}1"\r\n`)
})
