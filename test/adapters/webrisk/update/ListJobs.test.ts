import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readSnapshot } from "../../../../adapters/webrisk/snapshots/ReadSnapshot.ts"
import { writeSnapshot } from "../../../../adapters/webrisk/snapshots/WriteSnapshot.ts"
import { applyWebRiskDiff, loadWebRiskList } from "../../../../adapters/webrisk/update/ListJobs.ts"
import { WebRiskVendor } from "../../../fakes/WebRiskVendor.ts"

let folder = ""
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "gatehouse-lists-"))))
afterEach(() => rmSync(folder, { recursive: true }))

const placeOf = (name: string) => ({ path: join(folder, name), list: "MALWARE", vendor: "https://vendor.example" })

const stored = (name: string, prefixes: ReadonlyArray<string>) => {
  const vendor = new WebRiskVendor()
  vendor.prefixes("MALWARE", prefixes)
  const blocks = [new TextEncoder().encode(JSON.stringify(vendor.computeDiff("MALWARE", ""))).buffer]
  const given = { place: placeOf(name), before: null, entriesBefore: 0, blocks, now: 1_000, believesAll: false }
  const { output } = applyWebRiskDiff(given)
  if (output.kind !== "applied") throw new Error(JSON.stringify(output))
  const read = readSnapshot(placeOf(name).path, "web-risk")
  if (read.found !== "snapshot") throw new Error(JSON.stringify(read))
  return { about: read.about as Record<string, unknown>, buffers: read.buffers, state: output.state }
}

const loaded = (about: unknown, buffers: ReadonlyArray<ArrayBufferLike>) => {
  expect(writeSnapshot(placeOf("changed").path, { kind: "web-risk", about, buffers })).toBeNull()
  return loadWebRiskList(placeOf("changed")).output
}

describe("a list that is stored", () => {
  it("is loaded as it was confirmed, with its version and its time", () => {
    const { about, buffers, state } = stored("one", ["00000001", "00000002"])
    expect(loadWebRiskList(placeOf("one")).output).toEqual({ kind: "list", state })
    expect(loaded(about, buffers)).toEqual({ kind: "list", state })
    expect(state.at).toBe(1_000)
  })

  it.each([
    ["another list under its checksum", (about: object) => [about, stored("two", ["00000003"]).buffers] as const],
    ["lists in disorder", (about: object, [buffer]: ReadonlyArray<ArrayBufferLike>) => {
      const bytes = new Uint8Array(buffer!.slice(0))
      return [about, [bytes.fill(0xff, 100, 200).buffer]] as const
    }],
    ["no lists", (about: object) => [about, []] as const],
    [
      "another name",
      (about: object, buffers: ReadonlyArray<ArrayBufferLike>) =>
        [{ ...about, list: "UNWANTED_SOFTWARE" }, buffers] as const
    ],
    [
      "another vendor",
      (about: object, buffers: ReadonlyArray<ArrayBufferLike>) =>
        [{ ...about, vendor: "https://fake.example" }, buffers] as const
    ],
    ["nothing about them", (_: object, buffers: ReadonlyArray<ArrayBufferLike>) => [{}, buffers] as const]
  ])("is none with %s, although the file is whole", (_, change) => {
    const { about, buffers } = stored("one", ["00000001", "00000002"])
    const output = loaded(...change(about, buffers))
    expect(output).toMatchObject({ kind: "none", problem: expect.stringMatching(/changed .*\.$/) })
  })
})
