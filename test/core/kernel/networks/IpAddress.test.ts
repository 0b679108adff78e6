import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { isIP } from "node:net"
import { isIpAddress, parseIpAddress } from "../../../../core/kernel/networks/IpAddress.ts"
import { runs } from "../../../support/TestRun.ts"

describe("parseIpAddress", () => {
  it.each<[string, 4 | 6, bigint]>([
    ["0.0.0.0", 4, 0n],
    ["192.0.2.1", 4, 0xc0000201n],
    ["255.255.255.255", 4, 0xffffffffn],
    ["::", 6, 0n],
    ["::1", 6, 1n],
    ["2001:DB8::ff", 6, 0x20010db80000000000000000000000ffn],
    ["1:2:3:4:5:6:7:8", 6, 0x00010002000300040005000600070008n],
    ["::ffff:192.0.2.1", 4, 0xc0000201n],
    ["::ffff:c000:201", 4, 0xc0000201n],
    ["::192.0.2.1", 6, 0xc0000201n]
  ])("parses %s", (text, family, bits) => {
    assert.deepStrictEqual(parseIpAddress(text), { family, bits })
  })

  it.each([
    "",
    " 192.0.2.1",
    "192.0.2",
    "192.0.2.1.",
    "192.0.2.256",
    "192.0.2.01",
    "07.0.0.1",
    "0x7f.0.0.1",
    "3221225985",
    "192.0.2.1:80",
    "192.0.2.1/24",
    "[::1]",
    "::1%eth0",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "::12345",
    ":::",
    "::g",
    "１.2.3.4",
    "192.0.2.1\n",
    `${"0:".repeat(100_000)}1`
  ])("refuses %j", (text) => {
    assert.isNull(parseIpAddress(text))
  })

  it("agrees with the runtime on every text, except zones", () => {
    const piece = fc.constantFrom("::", ":", ".", "0", "1", "25", "255", "256", "ffff", "a", "01", "g", "/")
    const text = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
      fc.string()
    )
    fc.assert(
      fc.property(text, (text) => {
        if (!text.includes("%")) assert.strictEqual(isIpAddress(text), isIP(text) !== 0)
      }),
      runs(400)
    )
  })
})
