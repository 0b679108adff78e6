import { Result } from "effect"
import fc from "fast-check"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { checksumOf } from "../../../../adapters/webrisk/google/ListChecks.ts"
import { readSnapshot } from "../../../../adapters/webrisk/snapshots/ReadSnapshot.ts"
import { writeSnapshot } from "../../../../adapters/webrisk/snapshots/WriteSnapshot.ts"
import { type DiffResponse, parseDiff } from "../../../../adapters/webrisk/update/DiffResponse.ts"
import { applyResponse, applyWebRiskDiff, loadWebRiskList } from "../../../../adapters/webrisk/update/ListJobs.ts"
import { PrefixIndex } from "../../../../core/threats/prefixes/PrefixIndex.ts"
import { sortedBlocks } from "../../../../core/threats/prefixes/SortedRuns.ts"
import { WebRiskVendor } from "../../../fakes/WebRiskVendor.ts"
import { runs } from "../../../support/TestRun.ts"

let folder = ""
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "gatehouse-lists-"))))
afterEach(() => rmSync(folder, { recursive: true }))

const storageOf = (name: string) => ({ path: join(folder, name), list: "MALWARE", vendor: "https://vendor.example" })

const stored = (name: string, prefixes: ReadonlyArray<string>) => {
  const vendor = new WebRiskVendor()
  vendor.setPrefixes("MALWARE", prefixes)
  const blocks = [new TextEncoder().encode(JSON.stringify(vendor.computeDiff("MALWARE", ""))).buffer]
  const given = {
    storage: storageOf(name),
    before: null,
    entriesBefore: 0,
    blocks,
    now: 1_000,
    acceptsSuspicious: false
  }
  const { output } = applyWebRiskDiff(given)
  if (output.kind !== "applied") throw new Error(JSON.stringify(output))
  const read = readSnapshot(storageOf(name).path, "web-risk")
  if (read.found !== "snapshot") throw new Error(JSON.stringify(read))
  return { about: read.about as Record<string, unknown>, buffers: read.buffers, state: output.state }
}

const loaded = (about: unknown, buffers: ReadonlyArray<ArrayBufferLike>) => {
  expect(writeSnapshot(storageOf("changed").path, { kind: "web-risk", about, buffers })).toBeNull()
  return loadWebRiskList(storageOf("changed")).output
}

describe("a list that is stored", () => {
  it("is loaded as confirmed, with its version and time", () => {
    const { about, buffers, state } = stored("one", ["00000001", "00000002"])
    expect(loadWebRiskList(storageOf("one")).output).toEqual({ kind: "list", state })
    expect(loaded(about, buffers)).toEqual({ kind: "list", state })
    expect(state.confirmedAt).toBe(1_000)
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
  ])("is rejected with %s, although the file is intact", (_, change) => {
    const { about, buffers } = stored("one", ["00000001", "00000002"])
    const output = loaded(...change(about, buffers))
    expect(output).toMatchObject({ kind: "none", problem: expect.stringMatching(/changed .*\.$/) })
  })
})

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")
const empty = new PrefixIndex([])

/** Returns a response. Prefixes are given in ASCII, as in the published tests. */
const answer = (given: {
  readonly isReset: boolean
  readonly adds?: ReadonlyArray<string>
  readonly removes?: ReadonlyArray<number>
  readonly checksum: string
}): DiffResponse => ({
  isReset: given.isReset,
  token: "",
  nextRequestAt: null,
  checksum: Buffer.from(given.checksum, "hex"),
  diff: {
    removals: given.removes ?? [],
    additions: (given.adds ?? []).map((text) => ({ size: text.length, bytes: new TextEncoder().encode(text) }))
  }
})

const textOf = (index: PrefixIndex) => [...sortedBlocks(index)].map((piece) => new TextDecoder().decode(piece)).join("")

describe("list changes (google/webrisk, database_test.go)", () => {
  const first = "a3b93fac424834c2447e2dbe5db3ec8553519777523907ea310e207f556a7637"
  const second = "b742965b7a759ba0254685bfc6edae3b1ba54d0168fb86f526d6c79c3d44c753"
  const whole = answer({
    isReset: true,
    adds: ["aaaa", "0421e", "666666", "7777777", "88888888"],
    checksum: first
  })
  const one = Result.getOrThrow(applyResponse(empty, whole))

  it("cannot remove from an empty list", () => {
    const removing = answer({ isReset: false, removes: [0], checksum: first })
    expect(Result.isFailure(applyResponse(empty, removing))).toBe(true)
  })

  it("start with a full list", () => {
    expect(textOf(one)).toBe("0421e666666777777788888888aaaa")
    expect(hex(checksumOf(one))).toBe(first)
  })

  it("can be empty", () => {
    const same = Result.getOrThrow(applyResponse(one, answer({ isReset: false, checksum: first })))
    expect(textOf(same)).toBe(textOf(one))
  })

  it("replace the list on a reset", () => {
    const two = applyResponse(one, answer({ isReset: true, adds: ["AAAA", "0421E"], checksum: second }))
    expect(textOf(Result.getOrThrow(two))).toBe("0421EAAAA")
  })

  it("with a wrong checksum are rejected, and the list stays", () => {
    const bad = applyResponse(
      one,
      answer({ isReset: false, removes: [0, 1], adds: ["fizz", "buzz"], checksum: "bad0".repeat(16) })
    )
    expect(Result.isFailure(bad) && bad.failure).toContain("does not match the checksum")
    expect(textOf(one)).toBe("0421e666666777777788888888aaaa")
  })

  it("with invalid removal indices are rejected", () => {
    const bad = applyResponse(one, answer({ isReset: false, removes: [9_000], checksum: first }))
    expect(Result.isFailure(bad) && bad.failure).toContain("does not apply")
  })
})

describe("a synchronized list", () => {
  it("always matches the vendor's list for any changes and encoding", () => {
    const prefix = fc.oneof({ weight: 3, arbitrary: fc.constant(4) }, fc.integer({ min: 5, max: 8 }))
      .chain((size) => fc.uint8Array({ minLength: size, maxLength: size })).map(hex)
    const step = fc.record({
      adds: fc.array(prefix, { maxLength: 12 }),
      keeps: fc.infiniteStream(fc.boolean()),
      compression: fc.constantFrom("RAW" as const, "RICE" as const),
      forgets: fc.boolean()
    })
    const property = fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const vendor = new WebRiskVendor()
      let entries: ReadonlyArray<string> = []
      let index = empty
      let token = ""
      for (const { adds, compression, forgets, keeps } of steps) {
        const kept = entries.filter(() => keeps.next().value)
        entries = [...new Set([...kept, ...adds])].toSorted()
        if (entries.some((one) => entries.some((other) => one !== other && other.startsWith(one)))) return
        vendor.compression = compression
        vendor.clear("MALWARE")
        vendor.setPrefixes("MALWARE", entries)
        const json = JSON.stringify(vendor.computeDiff("MALWARE", forgets ? "" : token))
        const read = Result.getOrThrow(parseDiff(json))
        index = Result.getOrThrow(applyResponse(index, read))
        token = read.token
        expect(hex(Buffer.concat([...sortedBlocks(index)]))).toBe(entries.join(""))
      }
    })
    fc.assert(property, runs(40))
  })
})
