import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import * as GeoMmdb from "../../../adapters/geo/GeoMmdb.ts"
import { reservedNetworks } from "../../../adapters/geo/GeoMmdb.ts"
import { Geo } from "../../../core/kernel/networks/Geo.ts"
import { runs } from "../../support/TestRun.ts"

const embedded = GeoMmdb.layer(null)

describe("GeoMmdb", () => {
  it.effect("locates well-known addresses", () =>
    Effect.gen(function*() {
      const { countryOf } = yield* Geo
      assert.strictEqual(countryOf("8.8.8.8"), "US")
      assert.strictEqual(countryOf("2001:4860:4860::8888"), "US")
      assert.strictEqual(countryOf("193.0.6.139"), "NL")
      assert.strictEqual(countryOf("::ffff:8.8.8.8"), "US")
    }).pipe(Effect.provide(embedded)))

  it.effect("returns no location for reserved addresses", () =>
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

  it.effect("returns two capital letters or null for any text", () =>
    Effect.gen(function*() {
      const { countryOf } = yield* Geo
      fc.assert(
        fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (text) => {
          assert.match(countryOf(text) ?? "NL", /^[A-Z]{2}$/)
        }),
        runs(400)
      )
      for (const text of ["", "1.2.3", "8.8.8.8:53", "[::1]", "8.8.8.8\n", "08.8.8.8"]) {
        assert.isNull(countryOf(text), text)
      }
    }).pipe(Effect.provide(embedded)))

  it.effect("names the file that cannot be read", () =>
    Effect.gen(function*() {
      for (const path of ["/no/such/file.mmdb", import.meta.filename]) {
        const failure = yield* Effect.flip(Geo.pipe(Effect.provide(GeoMmdb.layer(path))))
        assert.strictEqual(failure._tag, "GeoDatabaseUnreadable")
        assert.include(failure.message, path)
        const asn = yield* Effect.flip(Geo.pipe(Effect.provide(GeoMmdb.layerLoaded(null, path))))
        assert.include(asn.message, path)
      }
    }))

  it.effect("returns the announcing system of well-known addresses", () =>
    Effect.gen(function*() {
      const { asnOf } = yield* Geo
      const known = [
        ["8.8.8.8", "AS15169"],
        ["1.1.1.1", "AS13335"],
        ["::ffff:1.1.1.1", "AS13335"],
        ["193.0.6.139", "AS3333"],
        ["2001:4860:4860::8888", "AS15169"],
        ["2606:4700:4700::1111", "AS13335"],
        ["2001:67c:2e8:22::c100:68b", "AS3333"]
      ]
      for (const [ip, asn] of known) assert.strictEqual(asnOf(ip!), asn!, ip)
    }).pipe(Effect.provide(GeoMmdb.layerLoaded(null, null))))

  it.effect("returns null for reserved addresses, and a number or null for any text", () =>
    Effect.gen(function*() {
      const { asnOf } = yield* Geo
      for (const network of reservedNetworks) assert.isNull(asnOf(network.slice(0, network.indexOf("/"))), network)
      for (const ip of ["", "10.1.2.3", "::ffff:10.0.0.1", "fe80::1", "1.1.1.1 ", "1.1.1", "AS13335"]) {
        assert.isNull(asnOf(ip), ip)
      }
      fc.assert(
        fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (text) => {
          assert.match(asnOf(text) ?? "AS1", /^AS[1-9]\d{0,9}$/)
        }),
        runs(400)
      )
    }).pipe(Effect.provide(embedded)))
})
