import { afterEach, describe, expect, it, vi } from "vitest"
import { unknownSettings, unknownSettingsMax } from "../../apps/server/settings/Config.ts"
import { settings } from "../../apps/server/settings/Settings.ts"
import { startProgram } from "./RunningProgram.ts"

describe("environment names that are not settings", () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    ["GATEHOUSE_THREAT_FEED", "GATEHOUSE_THREAT_FEEDS"],
    ["GATEHOUSE_HISTROY_DAYS", "GATEHOUSE_HISTORY_DAYS"],
    ["GATEHOUSE_COLOUR_OF_THE_SKY", null]
  ])("%s is reported with a suggestion", (name, suggestion) => {
    expect(unknownSettings(["PATH", name])).toEqual([{ name, suggestion }])
  })

  it("are not reported if they are settings or names of other programs", () => {
    expect(unknownSettings([...settings.map(({ name }) => name), "HOME", "GATEHOUSE_TEST_REQUIRE"])).toEqual([])
    expect(unknownSettings(["GATEHOUSE_WEB_RISK_TOKEN"])).toEqual([])
  })

  it("are limited in number and length", () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `GATEHOUSE_${at}${"X".repeat(10_000)}`)
    const found = unknownSettings(many)
    expect(found).toHaveLength(unknownSettingsMax)
    expect(Math.max(...found.map(({ name }) => name.length))).toBeLessThanOrEqual(100)
  })

  it("make the server log a warning", async () => {
    vi.stubEnv("GATEHOUSE_DEMOS", "off")
    const server = await startProgram()
    await server.stop()
    expect(server.output()).toContain(
      "GATEHOUSE_DEMOS is not a Gatehouse setting. Did you mean GATEHOUSE_DEMO?"
    )
  })
})
