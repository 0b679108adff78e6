import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import * as GeoMmdb from "../../../adapters/geo/GeoMmdb.ts"
import { reservedNetworks } from "../../../adapters/geo/ReservedNetworks.ts"
import { Geo } from "../../../core/ports/Geo.ts"

const embedded = GeoMmdb.layer(null)

describe("GeoMmdb", () => {
  it.effect("knows where well-known addresses are", () =>
    Effect.gen(function*() {
      const { countryOf } = yield* Geo
      assert.strictEqual(countryOf("8.8.8.8"), "US")
      assert.strictEqual(countryOf("2001:4860:4860::8888"), "US")
      assert.strictEqual(countryOf("193.0.6.139"), "NL")
      assert.strictEqual(countryOf("::ffff:8.8.8.8"), "US")
    }).pipe(Effect.provide(embedded)))

  it.effect("places no reserved address anywhere", () =>
    Effect.gen(function*() {
      const { countryOf } = yield* Geo
      for (const network of reservedNetworks) assert.isNull(countryOf(network.slice(0, network.indexOf("/"))), network)
      for (
        const ip of [
          "10.255.255.255",
          "172.31.255.255",
          "192.168.1.1",
          "127.0.0.1",
          "100.127.255.255",
          "255.255.255.255",
          "::1",
          "fe80::1",
          "fdff::1",
          "::ffff:10.0.0.1",
          "2001:db8:ffff::1"
        ]
      ) assert.isNull(countryOf(ip), ip)
    }).pipe(Effect.provide(embedded)))

  it.effect("answers any text with two capitals or null", () =>
    Effect.gen(function*() {
      const { countryOf } = yield* Geo
      fc.assert(
        fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (text) => {
          assert.match(countryOf(text) ?? "NL", /^[A-Z]{2}$/)
        }),
        { numRuns: 2000 }
      )
      for (const text of ["", "1.2.3", "8.8.8.8:53", "[::1]", "8.8.8.8\n", "08.8.8.8"]) {
        assert.isNull(countryOf(text), text)
      }
    }).pipe(Effect.provide(embedded)))

  it.effect("says which file cannot be read", () =>
    Effect.gen(function*() {
      for (const path of ["/no/such/file.mmdb", import.meta.filename]) {
        const failure = yield* Effect.flip(Geo.pipe(Effect.provide(GeoMmdb.layer(path))))
        assert.strictEqual(failure._tag, "GeoDatabaseUnreadable")
        assert.include(failure.message, path)
      }
    }))
})
