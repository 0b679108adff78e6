import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bombBytesMin, Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { openZip } from "../../../../adapters/documents/zip/ZipArchive.ts"
import { entriesMax } from "../../../../adapters/documents/zip/ZipDirectory.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"
import { runs } from "../../../support/TestRun.ts"
import { makeZip, type ZipOptions, type ZipPart } from "./MakeZip.ts"

/** Returns incompressible bytes. */
const noise = (length: number): Uint8Array => {
  let state = 1
  return Uint8Array.from({ length }, () => (state = state * 48_271 % 2_147_483_647) >> 8)
}

const open = (bytes: Uint8Array, budget = new Budget()) => openZip(bytes, budget)
const anomaliesOf = (parts: ReadonlyArray<ZipPart>, options?: ZipOptions) => open(makeZip(parts, options))!.anomalies
const textOf = (bytes: Uint8Array, name: string): string | undefined => {
  const zip = open(bytes)!
  const entry = zip.find(name)
  return entry && new TextDecoder().decode(zip.read(entry).bytes)
}
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const one: ZipPart = { name: "one.xml", content: "<one/>".repeat(50) }
const two: ZipPart = { name: "word/two.xml", content: "<two/>", isStored: true }
const long = bytesOf("something that belongs to no entry at all of this archive")

/** Archives as Office, LibreOffice, Java, Google and others write them. */
const ordinary: Readonly<Record<string, readonly [ReadonlyArray<ZipPart>, ZipOptions?]>> = {
  plain: [[one, two]],
  "data descriptors": [[{ ...one, descriptor: "signed" }, two, { ...one, name: "three", descriptor: "signed" }]],
  "data descriptors without signature": [[{ ...one, descriptor: "unsigned" }, two]],
  "empty entries with descriptors": [[{ name: "empty", content: "", descriptor: "signed" }, one]],
  "empty directories": [[{ name: "word/", content: "", isStored: true }, one, two]],
  "a directory named twice": [[{ name: "word/", content: "", isStored: true }, one, {
    name: "word/",
    content: "",
    isStored: true
  }]],
  comment: [[one], { comment: bytesOf("made by hand") }],
  "a comment with the mark of an end record": [[one], { comment: bytesOf("PK\u0005\u0006".padEnd(40, "\0")) }],
  "zip64 entries": [[{ ...one, isZip64: true }, two]],
  "zip64 entries with descriptors": [[{ ...one, isZip64: true, descriptor: "signed" }, two]],
  "zip64 end records": [[one, two], { isZip64: true }],
  "padding in extra fields": [[{ ...one, extra: new Uint8Array([0x20, 0xa2, 2, 0, 0, 0]) }, two]],
  "padding between entries": [[{ ...one, gap: new Uint8Array(3) }, two]],
  "an archive within, stored": [[{ name: "inner.zip", content: makeZip([one, two]), isStored: true }, two]],
  "zeros behind": [[one], { behind: new Uint8Array(512) }]
}

describe.each(Object.entries(ordinary))("%s", (_, [parts, options]) => {
  it("has no anomalies, and returns the original content", () => {
    const bytes = makeZip(parts, options)
    const zip = open(bytes)!
    expect(zip.anomalies).toEqual([])
    expect(zip.entries.map(({ name }) => name)).toEqual(parts.map(({ name }) => name))
    for (const [at, part] of parts.entries()) {
      const { bytes: content, isWhole } = zip.read(zip.entries[at]!)
      expect(isWhole).toBe(true)
      expect(Buffer.from(content).equals(typeof part.content === "string" ? bytesOf(part.content) : part.content)).toBe(
        true
      )
    }
  })
})

const unusual: Readonly<Record<string, readonly [ReadonlyArray<ZipPart>, ZipOptions | undefined, string]>> = {
  "data before": [[one], { before: long }, "data before the archive"],
  "data before that offsets do not count": [[one], { before: long, isShiftHidden: true }, "data before the archive"],
  "data behind": [[one], { behind: long }, "data after the archive"],
  "data between": [[{ ...one, gap: long }, two], undefined, "data between the entries"],
  "two archives": [[one], { before: makeZip([two]), isShiftHidden: true }, "entry missing from the directory"],
  "duplicate names": [[one, { ...one, content: "other" }], undefined, "duplicate names"],
  "names that differ in case": [[one, { ...one, name: "ONE.xml" }], undefined, "duplicate names"],
  "names that differ in slashes": [[two, { ...two, name: "word\\two.xml" }], undefined, "duplicate names"],
  "another local name": [
    [{ ...one, localName: "vbaProject.bin" }],
    undefined,
    "directory and local header have different names"
  ],
  "another local method": [
    [{ ...one, localMethod: 0 }],
    undefined,
    "directory and local header have different methods"
  ],
  "another local size": [
    [{ ...one, localStoredBytes: 3 }, two],
    undefined,
    "directory and local header have different sizes"
  ],
  "encrypted by the directory only": [
    [{ ...one, flags: 1, localFlags: 0x800 }],
    undefined,
    "only one of directory and local header is marked as encrypted"
  ],
  "entries that overlap": [[one, { ...one, name: "again", sameAs: 0 }], undefined, "entries overlap"],
  "an entry that is not named": [
    [one, { ...two, isUnnamed: true }],
    undefined,
    "entry missing from the directory"
  ],
  "a wrong number of entries": [[one, two], { entries: 1 }, "wrong end record: number of entries"],
  "no directory": [[one, two], { hasDirectory: false }, "no directory"],
  "two directories": [
    [one, { name: "inner", content: makeZip([two]).subarray(39), isStored: true }],
    { directoryOffset: 0 },
    "data before the archive"
  ],
  "control characters": [[{ ...one, name: "a\u0000.xml" }], undefined, "control characters in a name"]
}

describe.each(Object.entries(unusual))("%s", (_, [parts, options, anomaly]) => {
  it("is reported", () => {
    expect(anomaliesOf(parts, options)).toContain(anomaly)
  })
})

it("reads entries that only one of the two headers names", () => {
  expect(textOf(makeZip([{ ...one, localName: "hidden.bin" }]), "hidden.bin")).toBe(one.content)
  expect(textOf(makeZip([one, { ...two, isUnnamed: true }]), "word/two.xml")).toBe("<two/>")
  expect(textOf(makeZip([one], { before: makeZip([two]), isShiftHidden: true }), "word/two.xml")).toBe("<two/>")
  expect(textOf(makeZip([one, two], { hasDirectory: false }), "word/two.xml")).toBe("<two/>")
  expect(textOf(makeZip([{ ...one, descriptor: "signed" }, two], { hasDirectory: false }), "one.xml")).toBe(one.content)
  expect(textOf(makeZip([{ ...one, descriptor: "signed", isUnnamed: true }, two]), "one.xml")).toBe(one.content)
})

it("reads an entry with a false encryption flag or method in one header", () => {
  expect(textOf(makeZip([{ ...one, flags: 1, localFlags: 0x800 }]), "one.xml")).toBe(one.content)
  expect(textOf(makeZip([{ ...one, method: 99, localMethod: 8 }]), "one.xml")).toBe(one.content)
})

it("finds names regardless of case and slashes", () => {
  const bytes = makeZip([two])
  expect(textOf(bytes, "/WORD\\Two.xml")).toBe("<two/>")
  expect(textOf(bytes, "word/three.xml")).toBeUndefined()
})

it("returns nothing for encrypted or unsupported entries, and reports them", () => {
  for (
    const [part, anomaly] of [[{ ...one, flags: 1 }, "encrypted entry"], [{ ...one, method: 14 }, "method 14"]] as const
  ) {
    const zip = open(makeZip([part]))!
    expect(zip.anomalies).toEqual([])
    expect(zip.read(zip.entries[0]!)).toEqual({ bytes: new Uint8Array(0), isWhole: false })
    expect(zip.anomalies).toEqual([anomaly])
  }
})

it("returns the beginning of a damaged or truncated entry", () => {
  const content = Array.from({ length: 3_000 }, (_, at) => `<row at="${at}"/>`).join("")
  const damaged = open(makeZip([{ name: "a", content, damageAt: 4_000 }]))!
  const part = damaged.read(damaged.entries[0]!)
  expect(part.isWhole).toBe(false)
  expect(content.startsWith(new TextDecoder().decode(part.bytes.subarray(0, 5_000)))).toBe(true)
  const bytes = makeZip([{ name: "a", content }])
  const short = open(bytes.subarray(0, 4_000))!
  const beginning = short.read(short.entries[0]!)
  expect(beginning.isWhole).toBe(false)
  expect(beginning.bytes.length).toBeGreaterThan(5_000)
})

it("stays within the budget and reports bombs", () => {
  const [inflatedStreamBytesMax, inflatedBytesMax] = [2 * bombBytesMin, 16 * bombBytesMin]
  const budget = new Budget(Infinity, { inflatedStreamBytesMax, inflatedBytesMax })
  const zeros = new Uint8Array(inflatedStreamBytesMax)
  const parts = Array.from(
    { length: 12 },
    (_, at): ZipPart => ({ name: `${at}`, content: zeros, ...(at === 0 ? {} : { sameAs: 0 }) })
  )
  // Each entry points to the same data (Fifield, "A better zip bomb").
  const bytes = makeZip(parts)
  const zip = open(bytes, budget)!
  expect(zip.anomalies).toContain("entries overlap")
  const total = zip.entries.reduce((sum, entry) => sum + zip.read(entry).bytes.length, 0)
  expect(total).toBeLessThanOrEqual(inflatedBytesMax)
  expect(budget.isBomb).toBe(true)
  expect(budget.exhausted).toContain("inflated bytes")
})

describe("an entry that is larger than most", () => {
  const limits = { inflatedStreamBytesMax: bombBytesMin, inflatedEntryBytesMax: 4 * bombBytesMin }
  const { inflatedEntryBytesMax, inflatedStreamBytesMax } = limits
  const openLimited = (bytes: Uint8Array) => open(bytes, new Budget(Infinity, limits))
  const content = Buffer.alloc(inflatedStreamBytesMax + 100_000, noise(70_000))
  const archive = makeZip([{ name: "a", content }])
  const tight = makeZip([{ name: "a", content: Buffer.alloc(inflatedStreamBytesMax + 100_000) }])

  it("is read completely if its declared size and compression are plausible", () => {
    const zip = openLimited(archive)!
    const { bytes, isWhole } = zip.read(zip.entries[0]!)
    expect(isWhole).toBe(true)
    expect(bytes.length).toBe(content.length)
  })

  it.each([
    ["says that it is small", archive, 100],
    ["says that it is larger than any may be", archive, inflatedEntryBytesMax + 1],
    ["is packed more tightly than others are", tight, content.length]
  ])("is cut off if it %s", (_, bytesOfIt, claimedBytes) => {
    const zip = openLimited(bytesOfIt)!
    const { bytes, isWhole } = zip.read({ ...zip.entries[0]!, claimedBytes })
    expect(isWhole).toBe(false)
    expect(bytes.length).toBeGreaterThan(inflatedStreamBytesMax / 4)
    expect(bytes.length).toBeLessThanOrEqual(inflatedStreamBytesMax)
  })
})

it("limits the number of entries", () => {
  const parts = Array.from(
    { length: entriesMax + 5 },
    (_, at): ZipPart => ({ name: `${at}`, content: "", isStored: true })
  )
  for (const hasDirectory of [true, false]) {
    const zip = open(makeZip(parts, { hasDirectory }))!
    expect(zip.entries.length).toBeLessThanOrEqual(entriesMax)
    expect(zip.isCutOff).toBe(true)
  }
})

it("rejects an archive without entries", () => {
  expect(open(new Uint8Array(0))).toBeNull()
  expect(open(bytesOf("PK and nothing else"))).toBeNull()
  expect(open(makeZip([]))).toBeNull()
})

it("always ends on damaged archives", () => {
  const bytes = makeZip([{ ...one, descriptor: "signed" }, two, { ...one, name: "three", isZip64: true }], {
    isZip64: true
  })
  const readAll = (damaged: Uint8Array): void => {
    const zip = open(damaged)
    for (const entry of zip?.entries ?? []) zip!.read(entry)
  }
  for (let length = 0; length < bytes.length; length++) readAll(bytes.subarray(0, length))
  const changes = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(changes, (pairs) => {
      const damaged = Uint8Array.from(bytes)
      for (const [at, value] of pairs) damaged[at] = value
      readAll(damaged)
    }),
    runs(200)
  )
})

it("takes linear time", () => {
  const cases = [
    Buffer.alloc(1_000_000, "PK\u0003\u0004"),
    Buffer.alloc(1_000_000, "PK\u0005\u0006"),
    Buffer.alloc(1_000_000, "P"),
    Buffer.concat([makeZip([one]), Buffer.alloc(1_000_000, "PK\u0007\u0008")])
  ]
  for (const bytes of cases) expect(measureCpuMillis(() => open(bytes))).toBeLessThan(5_000)
})
