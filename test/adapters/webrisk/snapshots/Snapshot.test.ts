import fc from "fast-check"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readSnapshot, toSharedBuffer } from "../../../../adapters/webrisk/snapshots/ReadSnapshot.ts"
import { type Snapshot, snapshotMagic } from "../../../../adapters/webrisk/snapshots/Snapshot.ts"
import { writeSnapshot } from "../../../../adapters/webrisk/snapshots/WriteSnapshot.ts"

let folder = ""
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "gatehouse-snapshots-"))))
afterEach(() => rmSync(folder, { recursive: true }))

const path = () => join(folder, "lists", "malware.lists")
const bufferOf = (...bytes: ReadonlyArray<number>) => new Uint8Array(bytes).buffer
const kind = "web-risk"
const about = { token: "d1", at: 1_000 }

const written = (given: Partial<Snapshot> = {}) => {
  expect(writeSnapshot(path(), { kind, about, buffers: [bufferOf(1, 2, 3), bufferOf()], ...given })).toBeNull()
  return readFileSync(path())
}

/** Reads a snapshot after changing its file. */
const readChanged = (change: (bytes: Uint8Array) => Uint8Array) => {
  writeFileSync(path(), change(new Uint8Array(written())))
  return readSnapshot(path(), kind)
}

describe("a snapshot", () => {
  it("is read as it was written, also from shared memory", () => {
    const large = Uint8Array.from({ length: 2_500_000 }, (_, at) => at % 251)
    written({ buffers: [large.buffer, toSharedBuffer(bufferOf(9)), bufferOf()] })
    const read = readSnapshot(path(), kind)
    if (read.found !== "snapshot") throw new Error(JSON.stringify(read))
    expect(read.about).toEqual(about)
    expect(read.buffers.map((buffer) => buffer instanceof SharedArrayBuffer)).toEqual([true, true, true])
    expect(read.buffers.map((buffer) => new Uint8Array(buffer).length)).toEqual([2_500_000, 1, 0])
    expect(new Uint8Array(read.buffers[0]!).every((byte, at) => byte === at % 251)).toBe(true)
  })

  it("replaces the previous one and leaves no other file", () => {
    written()
    written({ about: { token: "d2" } })
    expect(readSnapshot(path(), kind)).toMatchObject({ about: { token: "d2" } })
    expect(readdirSync(join(folder, "lists"))).toEqual(["malware.lists"])
  })

  it("is absent without a file", () => {
    expect(readSnapshot(path(), kind)).toEqual({ found: "none" })
  })

  it("of another kind is not read", () => {
    written()
    expect(readSnapshot(path(), "feed")).toEqual({
      found: "unusable",
      problem: `${path()} contains something else: "web-risk".`
    })
  })

  it("of another format version is not read", () => {
    const read = readChanged((bytes) => bytes.with(snapshotMagic.length, 2))
    expect(read).toEqual({ found: "unusable", problem: `${path()} has format 2, not 1.` })
  })

  it.each([
    ["empty", () => new Uint8Array(0)],
    ["of something else", () => new TextEncoder().encode("http://evil.example/\n".repeat(100))],
    ["with a byte at its end", (bytes: Uint8Array) => Uint8Array.of(...bytes, 0)],
    ["with an enormous header", (bytes: Uint8Array) => bytes.with(snapshotMagic.length + 7, 0xff)]
  ])("in a file that is %s is not read", (_, change) => {
    expect(readChanged(change)).toMatchObject({ found: "unusable" })
  })

  it("is not read if any byte is changed or any part of its end is missing", () => {
    const whole = new Uint8Array(written())
    const anywhere = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean())
    fc.assert(fc.property(anywhere, ([at, flip, isCut]) => {
      writeFileSync(path(), isCut ? whole.subarray(0, at) : whole.with(at, whole[at]! ^ flip))
      expect(readSnapshot(path(), kind)).toMatchObject({ found: "unusable", problem: expect.stringContaining(path()) })
    }))
  })

  it("reports that it cannot be stored, and keeps the previous one", () => {
    const before = written()
    const target = join(folder, "lists", "malware.lists", "below-a-file")
    expect(writeSnapshot(target, { kind, about, buffers: [] })).toMatch(/cannot be written: .*\.$/)
    expect(readFileSync(path())).toEqual(before)
    expect(writeSnapshot(path(), { kind, about: "x".repeat(2_000_000), buffers: [] })).toContain("exceeds the limit")
    expect(readdirSync(join(folder, "lists"))).toEqual(["malware.lists"])
    expect(readFileSync(path())).toEqual(before)
  })

  it("reports that it may not be read", () => {
    written()
    chmodSync(path(), 0)
    const read = readSnapshot(path(), kind)
    // Root can read every file.
    expect(read.found).toBe(process.getuid?.() === 0 ? "snapshot" : "unusable")
  })

  it("removes hour-old temporary files of a terminated process, and nothing else", () => {
    written()
    const now = new Date()
    const old = new Date(now.getTime() - 7_200_000)
    for (const name of ["malware.lists.1.tmp", "malware.lists.2.tmp", "other.lists.1.tmp", "malware.lists.bak"]) {
      writeFileSync(join(folder, "lists", name), "")
      // The test sets the time, because the file system's clock can differ.
      const at = name.includes("2") ? now : old
      utimesSync(join(folder, "lists", name), at, at)
    }
    written()
    expect(readdirSync(join(folder, "lists")).toSorted())
      .toEqual(["malware.lists", "malware.lists.2.tmp", "malware.lists.bak", "other.lists.1.tmp"])
  })
})
