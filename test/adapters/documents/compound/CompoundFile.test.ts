import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { openCompoundFile } from "../../../../adapters/documents/compound/CompoundFile.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { runs } from "../../../support/TestRun.ts"
import { makeCompoundFile, type Streams } from "../ole/MakeCompoundFile.ts"

const open = (bytes: Uint8Array, budget = new Budget()) => openCompoundFile(bytes, budget)!

const read = (bytes: Uint8Array, path: string): string | null => {
  const file = open(bytes)
  const entry = file.find(path)
  return entry === undefined ? null : Buffer.from(file.read(entry)).toString("latin1")
}

const entryAt = (bytes: Uint8Array, name: string): number => {
  const at = Buffer.from(bytes).indexOf(Buffer.from(`${name}\0`, "utf16le"))
  expect(at).toBeGreaterThan(0)
  return at
}

const write32 = (bytes: Uint8Array, at: number, value: number): void =>
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, value, true)

const names = fc.stringMatching(/^[A-Za-z0-9_]{1,12}$/)
const trees = fc.dictionary(
  fc.tuple(fc.constantFrom("", "a/", "B/c/"), names).map(([storage, name]) => `${storage}s${name}`),
  fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ minLength: 4_000, maxLength: 9_000 })),
  { maxKeys: 9 }
)

it("reads every stream back in both versions", () => {
  fc.assert(
    fc.property(trees, fc.constantFrom(3 as const, 4 as const), (streams, version) => {
      const unique: Streams = Object.fromEntries(
        Object.entries(streams).filter(([path], at, all) =>
          all.findIndex(([other]) => other.toLowerCase() === path.toLowerCase()) === at
        )
      )
      const file = open(makeCompoundFile(unique, { version }))
      for (const [path, content] of Object.entries(unique)) {
        const entry = file.find(path.toUpperCase())!
        expect(entry).toMatchObject({ path, type: "stream", isOrphan: false, size: content.length })
        expect(Buffer.from(file.read(entry)).equals(content as Uint8Array)).toBe(true)
      }
      expect(file.damage).toEqual([])
    }),
    runs(60)
  )
})

it("follows the DIFAT beyond the header", () => {
  // The content needs two DIFAT sectors, each of which lists at most 127 FAT sectors.
  const content = new Uint8Array(16_000_000)
  for (let at = 0; at < content.length; at += 101) content[at] = at >> 9
  const file = open(makeCompoundFile({ large: content, small: "after it" }))
  expect(Buffer.from(file.read(file.find("large")!)).equals(content)).toBe(true)
  expect(Buffer.from(file.read(file.find("small")!)).toString()).toBe("after it")
  expect(file.damage).toEqual([])
})

it("reads storage class IDs and names with control characters", () => {
  const classId = "0002CE02-0000-0000-C000-000000000046"
  const file = open(makeCompoundFile({ "ObjectPool/_1/\x01Ole10Native": "x", "empty/": "" }, {
    classIds: { "ObjectPool/_1": classId }
  }))
  expect(file.find("ObjectPool/_1")).toMatchObject({ classId, type: "storage", name: "_1" })
  expect(file.find("")).toMatchObject({ classId: null, type: "root", path: "" })
  expect(file.find("empty")?.type).toBe("storage")
  expect(file.find("objectpool/_1/\x01ole10native")?.name).toBe("\x01Ole10Native")
})

it("rejects a file without the compound file signature", () => {
  expect(openCompoundFile(new Uint8Array(600), new Budget())).toBeNull()
  expect(openCompoundFile(makeCompoundFile({ a: "b" }).subarray(1), new Budget())).toBeNull()
  expect(openCompoundFile(makeCompoundFile({ a: "b" }).subarray(0, 8), new Budget())?.entries).toEqual([])
})

describe("damage", () => {
  it("finds streams that the directory tree does not reach", () => {
    const bytes = makeCompoundFile({ "VBA/dir": "hidden", other: "seen" })
    // In the tree of the root's children, `other` is the root node and `VBA` its left child.
    write32(bytes, entryAt(bytes, "other") + 68, 0xffffffff)
    const file = open(bytes)
    expect(file.find("other")?.isOrphan).toBe(false)
    expect(file.find("VBA/dir")).toMatchObject({ isOrphan: true })
    expect(Buffer.from(file.read(file.find("VBA/dir")!)).toString()).toBe("hidden")
    expect(file.damage).toEqual(["entries outside the tree of the directory"])
  })

  it("ends on a cyclic directory", () => {
    const bytes = makeCompoundFile({ one: "1", three: "3" })
    write32(bytes, entryAt(bytes, "one") + 68, 1)
    write32(bytes, entryAt(bytes, "one") + 72, 2)
    const file = open(bytes)
    expect(file.entries.map(({ path }) => path).toSorted()).toEqual(["", "one", "three"])
    expect(file.damage).toContain("the directory contains a loop")
  })

  it("ends on a cyclic chain", () => {
    const bytes = makeCompoundFile({ large: "x".repeat(5_000) })
    // The chain starts at sector 0. The FAT is the last sector of the file.
    write32(bytes, bytes.length - 512 + 4, 0)
    const file = open(bytes)
    expect(file.read(file.find("large")!)).toHaveLength(1_024)
    expect(file.damage).toContain("a chain of sectors contains a loop")
  })

  it("reads the available bytes of a stream with a false size", () => {
    const bytes = makeCompoundFile({ large: "x".repeat(5_000), small: "y" })
    write32(bytes, entryAt(bytes, "large") + 120, 0xfffffff0)
    const file = open(bytes)
    expect(file.read(file.find("large")!)).toHaveLength(5_120)
    expect(file.damage).toContain("a stream ends too early")
  })

  it("uses the version if the sector size is false", () => {
    const bytes = makeCompoundFile({ large: "x".repeat(5_000), small: "y" })
    bytes[30] = 20
    expect(read(bytes, "large")).toBe("x".repeat(5_000))
    expect(open(bytes).damage).toEqual(["version and size of the sectors"])
  })

  it("keeps storages that are nested too deeply reachable", () => {
    const file = open(makeCompoundFile({ [`${"a/".repeat(60)}end`]: "deep" }))
    const end = file.entries.find(({ name }) => name === "end")!
    expect(end.isOrphan).toBe(true)
    expect(Buffer.from(file.read(end)).toString()).toBe("deep")
  })

  it("stays within the budget if many entries share the same sectors", () => {
    const readBytesMax = 1_000_000
    const bytes = makeCompoundFile({ a: new Uint8Array(40_000), b: "b" })
    const budget = new Budget(Infinity, { readBytesMax })
    const file = open(bytes, budget)
    let length = 0
    for (let times = 0; times < 200; times++) length += file.read(file.find("a")!).length
    expect(length).toBeLessThanOrEqual(readBytesMax)
    expect(length).toBeGreaterThan(readBytesMax - 40_000)
    expect(budget.exhausted).toEqual(["read bytes"])
  })

  it("never throws and always ends", () => {
    const whole = makeCompoundFile({ "a/b/c": "x".repeat(700), large: "y".repeat(4_200), d: "z" })
    const readAll = (bytes: Uint8Array) => {
      const file = openCompoundFile(bytes, new Budget())
      for (const entry of file?.entries ?? []) {
        expect(file!.read(entry).length).toBeLessThanOrEqual(bytes.length)
        expect(file!.find(entry.path)).toBeDefined()
      }
    }
    for (let end = 0; end <= whole.length; end += 7) readAll(whole.subarray(0, end))
    const change = fc.tuple(fc.nat(whole.length - 1), fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 0xff)))
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 20 }), (changes) => {
        const bytes = Uint8Array.from(whole)
        for (const [at, value] of changes) if (at > 7) bytes[at] = value
        readAll(bytes)
      }),
      runs(250)
    )
  })
})
