import { describe, expect, it } from "vitest"
import { describeMetricsAccess, parseMetricsAccess } from "../../apps/server/settings/MetricsAccess.ts"

const loopback = ["127.0.0.0/8", "::1"]

describe("GATEHOUSE_METRICS", () => {
  it.each<readonly [string, ReadonlyArray<string> | null, number | null, string]>([
    ["off", [], null, "readable from "],
    ["loopback", loopback, null, "readable from this machine"],
    ["public", null, null, "public"],
    ["10.0.0.0/8, 127.0.0.1", ["10.0.0.0/8", "127.0.0.1"], null, "readable from 10.0.0.0/8, 127.0.0.1"],
    ["loopback,2001:db8::/32", [...loopback, "2001:db8::/32"], null, "readable from 127.0.0.0/8, ::1, 2001:db8::/32"],
    ["port:9464", null, 9464, "public"],
    ["port:9464,loopback", loopback, 9464, "readable from this machine"],
    ["10.0.0.0/8,port:0", ["10.0.0.0/8"], 0, "readable from 10.0.0.0/8"],
    ["10.0.0.0/8,public", null, null, "public"]
  ])("%s is accepted", (text, readers, port, description) => {
    const access = parseMetricsAccess(text)
    expect(access).toEqual({ readers, port })
    expect(describeMetricsAccess(access!)).toBe(description)
  })

  it.each([
    "",
    "on",
    "off,loopback",
    "10.0.0.0/33",
    "port:",
    "port:65536",
    "port:-1",
    "port:1,port:2",
    "loopback,,public"
  ])(
    "%j is refused",
    (text) => {
      expect(parseMetricsAccess(text)).toBeNull()
    }
  )
})
