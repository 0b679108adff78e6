import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  forwardedForCharsMax,
  makeClientAddressResolver,
  makeNetworkTest,
  proxyHopsMax,
  subscriberKey
} from "../../../../../adapters/http/server/connections/ClientAddress.ts"

const behind = makeClientAddressResolver(["10.0.0.0/8", "2001:db8:aaaa::/48", "192.0.2.1"])

describe("without trusted proxies", () => {
  const direct = makeClientAddressResolver([])
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::1", "::1"],
    ["2001:db8::7", "2001:db8::7"]
  ])("the client address of %s is %s, whatever the header contains", (peer, address) => {
    expect(direct(peer, undefined)).toBe(address)
    expect(direct(peer, "198.51.100.1")).toBe(address)
    expect(direct(peer, "10.0.0.1, 127.0.0.1")).toBe(address)
  })
})

describe("behind trusted proxies", () => {
  it.each<readonly [what: string, peer: string, header: string | undefined, address: string]>([
    ["no header", "10.0.0.1", undefined, "10.0.0.1"],
    ["an empty header", "10.0.0.1", "", "10.0.0.1"],
    ["one address", "10.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["blanks around it", "10.0.0.1", " \t203.0.113.9  ", "203.0.113.9"],
    ["a forged left end", "10.0.0.1", "1.1.1.1, 203.0.113.9", "203.0.113.9"],
    ["a forged proxy at the left end", "10.0.0.1", "10.9.9.9, 203.0.113.9", "203.0.113.9"],
    ["two proxies", "10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9"],
    ["two proxies, and a forged left end", "10.0.0.1", "8.8.8.8, 203.0.113.9, 192.0.2.1,10.0.0.2", "203.0.113.9"],
    ["proxies alone", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["a peer that is no proxy", "203.0.113.200", "198.51.100.1", "203.0.113.200"],
    ["a proxy that is called by its IPv4-mapped address", "::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["an IPv4-mapped client", "10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"],
    ["an IPv4-mapped client in hexadecimal", "10.0.0.1", "::ffff:cb00:7109", "203.0.113.9"],
    ["an IPv4-mapped proxy on the way", "10.0.0.1", "203.0.113.9, ::ffff:10.0.0.2", "203.0.113.9"],
    ["an IPv6 client", "10.0.0.1", "2001:db8::7", "2001:db8::7"],
    ["the same in another spelling", "10.0.0.1", "2001:0DB8:0:0:0:0:0:7", "2001:db8::7"],
    ["an IPv6 client in brackets", "10.0.0.1", "[2001:db8::7]", "2001:db8::7"],
    ["an IPv6 client with a port", "10.0.0.1", "\"[2001:db8::7]:4711\"", "2001:db8::7"],
    ["an IPv4 client with a port", "10.0.0.1", "203.0.113.9:4711", "203.0.113.9"],
    ["an IPv6 proxy", "2001:db8:aaaa::1", "203.0.113.9, 2001:db8:aaaa::2", "203.0.113.9"],
    ["an IPv6 proxy on a link", "fe80::1%eth0", "203.0.113.9", "fe80::1%eth0"],
    ["garbage that a proxy has seen", "10.0.0.1", "203.0.113.9, unknown, 10.0.0.2", "10.0.0.2"],
    ["garbage left of the client", "10.0.0.1", "<script>, 203.0.113.9", "203.0.113.9"],
    ["garbage alone", "10.0.0.1", "unknown", "10.0.0.1"],
    ["numbers that are no address", "10.0.0.1", "1.2.3.4.5", "10.0.0.1"],
    ["octal numbers", "10.0.0.1", "010.0.0.1", "10.0.0.1"],
    ["an open bracket", "10.0.0.1", "[2001:db8::7", "10.0.0.1"],
    ["an address with a zone", "10.0.0.1", "fe80::1%eth0", "10.0.0.1"],
    ["a comma at the end", "10.0.0.1", "203.0.113.9,", "10.0.0.1"]
  ])("%s", (_, peer, header, address) => {
    expect(behind(peer, header)).toBe(address)
  })

  it("reads no further left than a realistic chain of proxies", () => {
    expect(behind("10.0.0.1", ["203.0.113.9", ...Array(proxyHopsMax).fill("10.0.0.2")].join(","))).toBe("10.0.0.2")
    expect(behind("10.0.0.1", `${"9,".repeat(forwardedForCharsMax)}203.0.113.9`)).toBe("203.0.113.9")
  })

  it("ignores everything that a client writes itself", () => {
    fc.assert(fc.property(fc.string(), (forged) => {
      expect(behind("10.0.0.1", `${forged},203.0.113.9`)).toBe("203.0.113.9")
      expect(behind("203.0.113.9", forged)).toBe("203.0.113.9")
      expect(() => behind("10.0.0.1", forged)).not.toThrow()
    }))
  })
})

it.each([
  ["10.0.0.1", true],
  ["::ffff:10.255.0.1", true],
  ["2001:db8:aaaa::1", true],
  ["192.0.2.1", true],
  ["192.0.2.2", false],
  ["2001:db8:aaab::1", false],
  ["", false],
  ["proxy", false]
])("%j is a trusted proxy: %s", (address, isTrusted) => {
  expect(makeNetworkTest(["10.0.0.0/8", "2001:db8:aaaa::/48", "192.0.2.1"])(address)).toBe(isTrusted)
  expect(makeNetworkTest([])(address)).toBe(false)
})

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::", "2001:db8:1:3::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["", ""]
])("connections of %j are counted under %j", (address, subscriber) => {
  expect(subscriberKey(address)).toBe(subscriber)
})
