import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { parseIpAddress } from "../../../../core/kernel/networks/IpAddress.ts"
import {
  addressBytesOf,
  addressTextOf,
  isSameNetwork,
  networkHash
} from "../../../../core/kernel/networks/VisitorAddress.ts"

const of = addressBytesOf

describe("a visitor's address", () => {
  it("survives a round trip", () => {
    fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      const read = addressTextOf(of(text))
      assert.deepStrictEqual(read === null ? null : parseIpAddress(read), parseIpAddress(text))
    }))
    assert.strictEqual(addressTextOf(of("::ffff:192.0.2.7")), "192.0.2.7")
  })

  it("is null if it is not an address", () => {
    for (const text of ["", "localhost", "1.2.3", "fe80::1%eth0", "x".repeat(10_000)]) {
      assert.lengthOf(of(text), 0)
      assert.isNull(addressTextOf(of(text)))
    }
  })

  it("shares its network with its neighbors", () => {
    assert.isTrue(isSameNetwork(of("192.0.2.7"), of("192.0.2.250")))
    assert.isFalse(isSameNetwork(of("192.0.2.7"), of("192.0.3.7")))
    assert.isTrue(isSameNetwork(of("2001:db8:1:2::3"), of("2001:db8:1:ffff::")))
    assert.isFalse(isSameNetwork(of("2001:db8:1::"), of("2001:db8:2::")))
    assert.isFalse(isSameNetwork(of("192.0.2.7"), of("2001:db8::")))
    assert.isTrue(isSameNetwork(of(""), of("x")))
    assert.isFalse(isSameNetwork(of(""), of("192.0.2.7")))
  })

  it("marks its network differently in each challenge", () => {
    const id = new Uint8Array(16).fill(1)
    assert.strictEqual(networkHash(id, of("192.0.2.7")), networkHash(id, of("192.0.2.8")))
    const marks = new Set(Array.from({ length: 256 }, (_, at) => networkHash(id, of(`10.0.${at}.1`))))
    assert.isAbove(marks.size, 250)
    const ids = Array.from({ length: 256 }, (_, at) => new Uint8Array(16).fill(at))
    assert.isAbove(new Set(ids.map((id) => networkHash(id, of("192.0.2.7")))).size, 200)
  })
})
