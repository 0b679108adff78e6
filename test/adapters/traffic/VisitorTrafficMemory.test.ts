import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { BoundedMap } from "../../../adapters/traffic/BoundedMap.ts"
import {
  addressKeys,
  makeVisitorTraffic,
  shapeRetentionMillis
} from "../../../adapters/traffic/VisitorTrafficMemory.ts"

const start = 1_800_000_000_000
const minute = 60_000

describe("the networks of an address", () => {
  it("are the address itself and its /24 in IPv4, or its /64 and /48 in IPv6", () => {
    const same = (one: string, other: string) => {
      const [a, b] = [addressKeys(one), addressKeys(other)]
      return [a.address === b.address, a.network === b.network]
    }
    expect(same("192.0.2.1", "192.0.2.1")).toEqual([true, true])
    expect(same("192.0.2.1", "192.0.2.254")).toEqual([false, true])
    expect(same("192.0.2.1", "192.0.3.1")).toEqual([false, false])
    expect(same("255.0.2.1", "255.0.2.2")).toEqual([false, true])
    expect(same("192.0.2.1", "::ffff:192.0.2.1")).toEqual([true, true])
    expect(same("2001:db8:1:2::1", "2001:db8:1:2:ffff::9")).toEqual([true, true])
    expect(same("2001:db8:1:2::1", "2001:db8:1:3::1")).toEqual([false, true])
    expect(same("2001:db8:1:2::1", "2001:db8:1:ffff::1")).toEqual([false, true])
    expect(same("2001:db8:1:2::1", "2001:db8:2:2::1")).toEqual([false, false])
  })

  it("are the same placeholder for anything that is not an address", () => {
    fc.assert(fc.property(fc.string().filter((text) => !/^[\d.:a-f]+$/i.test(text)), (text) => {
      expect(addressKeys(text)).toEqual({ address: "-", network: "-" })
    }))
  })
})

describe("challenges", () => {
  it("count for their address, their network and in total, at once and with decay", () => {
    const { traffic } = makeVisitorTraffic()
    expect(traffic.pressureOf("192.0.2.1", start)).toEqual({ network: 0, address: 0, instance: 0 })
    expect(traffic.recordChallenge("192.0.2.1", start)).toEqual({ network: 1, address: 1, instance: 0.1 })
    expect(traffic.recordChallenge("192.0.2.2", start)).toEqual({ network: 2, address: 1, instance: 0.2 })
    expect(traffic.recordChallenge("198.51.100.1", start)).toMatchObject({ network: 1, address: 1 })
    expect(traffic.pressureOf("192.0.2.1", start)).toMatchObject({ network: 2, address: 1 })
    expect(traffic.pressureOf("192.0.2.1", start).network).toBe(2)
    expect(traffic.pressureOf("192.0.2.1", start + minute).network).toBeCloseTo(2 / Math.E)
    expect(traffic.pressureOf("192.0.2.1", start + 20 * minute).network).toBeLessThan(1e-6)
  })

  it("converge to the count per minute at a constant rate", () => {
    for (const everyMillis of [200, 1_000, 5_000]) {
      const { traffic } = makeVisitorTraffic()
      let last = { network: 0, address: 0, instance: 0 }
      for (let at = 0; at < 10 * minute; at += everyMillis) last = traffic.recordChallenge("192.0.2.1", start + at)
      expect(Math.abs(last.network / (minute / everyMillis) - 1)).toBeLessThan(0.1)
      if (everyMillis <= 1_000) expect(Math.abs(last.instance / (1_000 / everyMillis) - 1)).toBeLessThan(0.1)
    }
  })

  it("never count more than the actual number or less than zero, whatever the clock does", () => {
    const times = fc.array(fc.integer({ min: -minute, max: 3 * minute }), { minLength: 1, maxLength: 60 })
    fc.assert(fc.property(times, (offsets) => {
      const { traffic } = makeVisitorTraffic()
      offsets.forEach((offset, before) => {
        const { address } = traffic.recordChallenge("192.0.2.1", start + offset)
        expect(address).toBeGreaterThanOrEqual(1)
        expect(address).toBeLessThanOrEqual(before + 1)
      })
    }))
  })
})

it("challenges continue to decay after the clock was set back far", () => {
  const { traffic } = makeVisitorTraffic()
  let last = traffic.recordChallenge("192.0.2.1", start)
  const back = start - 24 * 60 * minute
  for (let at = 0; at < 60 * minute; at += 10_000) last = traffic.recordChallenge("192.0.2.1", back + at)
  expect(last.address).toBeLessThan(8)
  expect(last.instance).toBeLessThan(1)
})

describe("a limit per minute", () => {
  const steps = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 200 })

  it("is never exceeded in any minute and never delays a client below it", () => {
    fc.assert(fc.property(steps, fc.integer({ min: 1, max: 20 }), (gaps, perMinute) => {
      const { traffic } = makeVisitorTraffic()
      const allowed: Array<number> = []
      let now = start
      for (const gap of gaps) {
        now += gap
        const recent = allowed.filter((at) => at > now - 70_000).length
        const isAllowed = traffic.allows("challenge", "192.0.2.1", perMinute, now)
        if (recent < perMinute) expect(isAllowed).toBe(true)
        if (isAllowed) allowed.push(now)
      }
      for (const begin of allowed) {
        const within = allowed.filter((at) => at >= begin && at < begin + minute).length
        expect(within).toBeLessThanOrEqual(perMinute)
      }
    }))
  })

  it("is separate for each address and purpose", () => {
    const { traffic } = makeVisitorTraffic()
    const allows = (what: string, address: string) => traffic.allows(what, address, 1, start)
    expect([allows("a", "192.0.2.1"), allows("a", "192.0.2.1")]).toEqual([true, false])
    expect([allows("b", "192.0.2.1"), allows("a", "192.0.2.2"), allows("a", "2001:db8::1")]).toEqual([true, true, true])
    expect(allows("a", "2001:db8::2")).toBe(false)
    expect(traffic.allows("none", "192.0.2.1", 0, start)).toBe(false)
  })

  it("holds if the clock is set back a little", () => {
    const { traffic } = makeVisitorTraffic()
    expect(traffic.allows("a", "192.0.2.1", 1, start)).toBe(true)
    for (const back of [1_000, 30_000, minute]) {
      expect(traffic.allows("a", "192.0.2.1", 1, start - back)).toBe(false)
    }
    expect(traffic.allows("a", "192.0.2.1", 1, start + 80_000)).toBe(true)
  })

  it("restarts if the clock is set back further: no client has to wait until it catches up", () => {
    const { traffic } = makeVisitorTraffic()
    const allows = (at: number) => traffic.allows("a", "192.0.2.1", 1, at)
    expect([allows(start), allows(start)]).toEqual([true, false])
    const back = start - 24 * 60 * minute
    expect([allows(back), allows(back), allows(back + minute / 2)]).toEqual([true, false, false])
    expect(allows(back + 80_000)).toBe(true)
  })
})

describe("the fingerprint of a session", () => {
  it("counts other sessions with the same fingerprint on its site, but not the same session again", () => {
    const { traffic } = makeVisitorTraffic()
    const seen = (session: string, site = "site_1", at = start) => traffic.shapeSeen(site, "shape", session, at)
    expect([seen("a"), seen("a"), seen("b"), seen("c"), seen("b"), seen("a")]).toEqual([0, 0, 1, 2, 2, 2])
    expect(seen("a", "site_2")).toBe(0)
    expect(traffic.shapeSeen("site_1", "other", "a", start)).toBe(0)
    for (let n = 0; n < 100; n++) seen(`d${n}`)
    expect(seen("e")).toBe(103)
  })

  it("is forgotten exactly after its time", () => {
    const { traffic } = makeVisitorTraffic()
    const seen = (session: string, at: number) => traffic.shapeSeen("site_1", "shape", session, start + at)
    expect(seen("a", 0)).toBe(0)
    expect(seen("b", shapeRetentionMillis - 1)).toBe(1)
    expect(seen("c", 2 * shapeRetentionMillis - 2)).toBe(2)
    expect(seen("d", 3 * shapeRetentionMillis)).toBe(0)
  })
})

describe("the state", () => {
  it("is bounded for any clients", () => {
    const maxima = { networks: 900, addresses: 1_000, limits: 1_100, shapes: 1_200 }
    const { sizes, traffic } = makeVisitorTraffic(maxima)
    for (let n = 0; n < 5_000; n++) {
      const address = `2001:db8:${(n >>> 8).toString(16)}:${(n & 255).toString(16)}::1`
      traffic.recordChallenge(`${1 + (n >>> 16)}.${(n >>> 8) & 255}.${n & 255}.1`, start + n)
      traffic.allows("challenge", address, 5, start + n)
      traffic.shapeSeen(`site_${n % 7}`, `shape ${n}`, `session ${n}`, start + n)
    }
    const held = sizes()
    for (const name of ["networks", "addresses", "limits", "shapes"] as const) {
      expect(held[name], name).toBeLessThanOrEqual(maxima[name])
      expect(held[name], name).toBeGreaterThanOrEqual(maxima[name] / 2)
    }
  })

  it("keeps active entries during a flood", () => {
    const map = new BoundedMap<number>(100)
    for (let n = 0; n < 10_000; n++) {
      map.set(`flood ${n}`, n)
      if (n === 0) map.set("mine", 7)
      if (n % 20 !== 0) continue
      expect(map.get("mine"), `${n}`).toBe(7)
      expect(map.size).toBeLessThanOrEqual(100)
    }
    expect(map.peek("flood 9999")).toBe(9_999)
    expect(map.get("flood 1")).toBe(undefined)
  })
})
