import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { ShieldTraffic } from "../../core/shield/ShieldTraffic.ts"
import { describeContract, layerSqlite, layerStorageSql } from "../support/Storages.ts"
import { shieldTrafficContract } from "./kit/ShieldTraffic.ts"

describeContract(shieldTrafficContract)

const hour = Date.parse("2026-11-20T10:00:00.000Z")
const hours = (n: number) => new Date(hour + n * 3_600_000)
const everything = { siteId: "site_1", from: hours(-9), to: hours(99) }

it("the last counts are written when everything is closed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-traffic-"))
  const run = <A>(body: (traffic: ShieldTraffic["Service"]) => Effect.Effect<A>) =>
    Effect.runPromise(Effect.provide(
      ShieldTraffic.use(body),
      layerStorageSql(layerSqlite(join(folder, "traffic.db")))
    ) as Effect.Effect<A>)
  await run((traffic) => Effect.sync(() => traffic.count("site_1", { kind: "issued" }, hour)))
  expect(await run((traffic) => traffic.hours(everything))).toMatchObject([{ counts: { issued: 1 } }])
  rmSync(folder, { recursive: true })
})
