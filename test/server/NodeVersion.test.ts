import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
// @ts-expect-error -- Older versions of Node must be able to load this module, so it is JavaScript without types.
import { checkNodeVersion } from "../../apps/server/process/NodeVersion.mjs"
import packageJson from "../../package.json" with { type: "json" }

describe("the check of the Node version", () => {
  const exitCode = process.exitCode
  beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}))
  afterEach(() => {
    process.exitCode = exitCode
    vi.restoreAllMocks()
  })

  it.each(["22.19.0", "22.20.1", "23.0.0", "24.21.0"])("accepts %s", (version) => {
    expect(checkNodeVersion(version)).toBe(true)
    expect(console.error).not.toHaveBeenCalled()
  })

  it.each(["18.20.0", "20.20.2", "21.30.0", "22.18.9"])("refuses %s in one line, with exit code 1", (version) => {
    expect(checkNodeVersion(version)).toBe(false)
    expect(process.exitCode).toBe(1)
    expect(vi.mocked(console.error).mock.calls).toEqual([[
      expect.stringMatching(`^Gatehouse needs .* this is ${version}\\..*$`)
    ]])
  })

  it("demands the version that the package names", () => {
    const [major, minor] = packageJson.engines.node.replace(">=", "").split(".").map(Number)
    expect(checkNodeVersion(`${major}.${minor}.0`)).toBe(true)
    expect(checkNodeVersion(`${major}.${minor! - 1}.99`)).toBe(false)
  })
})
