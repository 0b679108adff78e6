import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeNetworkSet } from "../../../core/kernel/networks/NetworkSet.ts"
import { ipv4NotPublic, isPublicAddress, isSameAddress } from "../../../core/urls/PublicAddress.ts"

/**
 * First and last address of each closed network, between the public neighbors on both sides.
 *
 * Null if there is no neighbor.
 */
const edges: ReadonlyArray<readonly [string | null, string, string, string | null]> = [
  [null, "0.0.0.0", "0.255.255.255", "1.0.0.0"],
  ["9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"],
  ["100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"],
  ["126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"],
  ["169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"],
  ["172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"],
  ["191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"],
  ["192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"],
  ["192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"],
  ["192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"],
  ["198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"],
  ["198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"],
  ["203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"],
  ["223.255.255.255", "224.0.0.0", "239.255.255.255", null],
  [null, "240.0.0.0", "255.255.255.255", null],
  ["168.63.129.15", "168.63.129.16", "168.63.129.16", "168.63.129.17"],
  [null, "::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2000::"],
  ["2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::"],
  ["2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::"],
  ["2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2003::"],
  ["3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::"],
  ["3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", null]
]

const closed = [
  ["cloud metadata", [
    "169.254.169.254",
    "169.254.170.2",
    "100.100.100.200",
    "192.0.0.192",
    "fd00:ec2::254",
    "fd20:ce::254"
  ]],
  ["mapped", ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "0:0:0:0:0:ffff:a9fe:a9fe"]],
  ["compatible", ["::127.0.0.1", "::7f00:1", "::8.8.8.8"]],
  ["translated (SIIT)", ["::ffff:0:7f00:1", "::ffff:0:8.8.8.8"]],
  ["NAT64", ["64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b::10.0.0.1"]],
  ["local NAT64", ["64:ff9b:1::a9fe:a9fe", "64:ff9b:1::808:808", "64:ff9b:2::808:808"]],
  ["6to4", ["2002:7f00:1::1", "2002:808:808::1"]],
  ["Teredo", ["2001:0:7f00:1::", "2001:0:808:808::1"]],
  ["ISATAP", ["2a00:1450::5efe:127.0.0.1", "2a00:1450::200:5efe:10.0.0.1", "2001:470::5efe:a9fe:a9fe"]],
  ["local", ["::1", "fc00::1", "fd12:3456::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "100::1", "5f00::1"]],
  ["zones", ["fe80::1%eth0", "2a00:1450::1%1", "2a00:1450::1%25eth0"]],
  ["no addresses", [
    "",
    " ",
    "localhost",
    "127.1",
    "0x7f000001",
    "2130706433",
    "010.0.0.1",
    "8.8.8.8 ",
    "8.8.8.8:80",
    "[2a00::1]",
    "8.8.8",
    "8.8.8.8.8",
    "8.8.8.256",
    ":::",
    "2a00::1::2",
    "1:2:3:4:5:6:7:8:9"
  ]]
] as const

const open = [
  "1.1.1.1",
  "8.8.8.8",
  "93.184.216.34",
  "168.63.129.17",
  "223.255.255.1",
  "2606:2800:220:1:248:1893:25c8:1946",
  "2a00:1450:4001::1",
  "2620:fe::fe",
  "::ffff:8.8.8.8",
  "::ffff:808:808",
  "64:ff9b::8.8.8.8",
  "2a00:1450::5efe:8.8.8.8"
]

describe("isPublicAddress", () => {
  it.each(edges)("%s | %s - %s | %s", (before, first, last, after) => {
    expect([first, last].map((text) => isPublicAddress(text))).toEqual([false, false])
    expect([before, after].filter((text) => text !== null && !isPublicAddress(text))).toEqual([])
  })

  it.each(closed)("closes %s", (_, texts) => {
    expect(texts.filter((text) => isPublicAddress(text))).toEqual([])
  })

  it("opens all other addresses", () => {
    expect(open.filter((text) => !isPublicAddress(text))).toEqual([])
  })

  it("treats an IPv4 address alike in each of its IPv6 forms", () => {
    const isClosed = makeNetworkSet(ipv4NotPublic)
    fc.assert(fc.property(fc.ipV4(), (text) => {
      const bits = BigInt(text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0))
      const expected = !isClosed({ family: 4, bits })
      for (const clothes of [text, `::ffff:${text}`, `64:ff9b::${text}`, `2a00::5efe:${text}`]) {
        expect([clothes, isPublicAddress(clothes)]).toEqual([clothes, expected])
      }
      for (const clothes of [`::${text}`, `::ffff:0:${text}`, `64:ff9b:1::${text}`]) {
        expect([clothes, isPublicAddress(clothes)]).toEqual([clothes, false])
      }
    }))
  })

  it("is total", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.ipV6()), (text) => {
      expect(typeof isPublicAddress(text)).toBe("boolean")
    }))
  })

  it("closes the operator's own networks in each of their forms", () => {
    const own = makeNetworkSet(["93.184.216.0/24", "2a00:1450::/32"])
    const texts = ["93.184.216.34", "::ffff:93.184.216.34", "64:ff9b::93.184.216.34", "2a00:1450::1"]
    expect(texts.filter((text) => isPublicAddress(text, own))).toEqual([])
    expect(isPublicAddress("93.184.217.34", own)).toBe(true)
  })
})

describe("isSameAddress", () => {
  it.each([
    ["8.8.8.8", "::ffff:8.8.8.8", true],
    ["2A00:0::1", "2a00::1", true],
    ["8.8.8.8", "8.8.8.9", false],
    ["::8.8.8.8", "8.8.8.8", false],
    ["", "", false],
    ["x", "x", false],
    ["fe80::1%eth0", "fe80::1", false]
  ])("%s and %s: %s", (one, other, expected) => expect(isSameAddress(one, other)).toBe(expected))
})
