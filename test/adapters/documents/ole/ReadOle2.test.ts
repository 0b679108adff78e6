import { expect, it } from "vitest"
import { readOle2 } from "../../../../adapters/documents/mail/ReadOle2.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { nothingReadable } from "../../../../core/documents/facts/Fact.ts"
import { bytesOf, u16, u32, u8 } from "./MakeBytes.ts"
import { makeCompoundFile, type Streams } from "./MakeCompoundFile.ts"
import { field, makeDoc } from "./MakeDoc.ts"
import { makePackage } from "./MakeObjects.ts"
import { atom, makePpt } from "./MakePpt.ts"
import { factsOf, readStreams } from "./Ole2Facts.ts"

const at = (storage: string, streams: Streams): Streams =>
  Object.fromEntries(Object.entries(streams).map(([name, content]) => [`${storage}/${name}`, content]))

/** Builds a module with its source as one uncompressed chunk (MS-OVBA 2.4.1). */
const moduleStream = (source: string): Uint8Array => bytesOf(u8(1), u16(0x3fff), source.padEnd(4_096))

const autoOpen = moduleStream("Attribute VB_Name = \"M\"\r\nSub AutoOpen()\r\nEnd Sub\r\n")

/** Records of an empty workbook: BOF and EOF. */
const workbook = bytesOf(u16(0x0809, 16, 0x0600, 5), new Uint8Array(12), u16(0x000a, 0))

it("reads everything at any depth", () => {
  const reading = readStreams({
    ...makeDoc({ pieces: [field("DDE a b")] }),
    ...at("ObjectPool/_1", makePpt({ records: [atom(0x0fa8, bytesOf("slide"))] })),
    "ObjectPool/_2/Workbook": workbook,
    "ObjectPool/_3/\x01Ole10Native": makePackage({}),
    "ObjectPool/_1/deep/Macros/VBA/M": autoOpen,
    "ObjectPool/_1/deep/Macros/VBA/dir": "x"
  })
  expect(factsOf(reading, "dde")).toHaveLength(1)
  expect(factsOf(reading, "text").map(({ where }) => where)).toContain("ObjectPool/_1/PowerPoint Document")
  expect(factsOf(reading, "vba")).toMatchObject([{ where: "ObjectPool/_1/deep/Macros/VBA" }])
  expect(factsOf(reading, "damaged")).toEqual([])
  expect(reading.files).toHaveLength(1)
})

it("finds a project within an object of a presentation", () => {
  const inner = makeCompoundFile({ "VBA/M": autoOpen, "VBA/dir": "x" })
  const reading = readStreams(makePpt({ records: [atom(0x1011, inner)] }))
  expect(factsOf(reading, "vba")).toMatchObject([{ where: "PowerPoint Document/object at 16/VBA" }])
})

it("finds the sources of all projects, regardless of their number", () => {
  const streams: Record<string, Uint8Array | string> = {}
  for (let project = 0; project < 40; project++) {
    Object.assign(streams, { [`ObjectPool/${project}/VBA/M`]: autoOpen, [`ObjectPool/${project}/VBA/dir`]: "x" })
  }
  const found = factsOf(readStreams(streams), "vba").flatMap((fact) => fact.kind === "vba" ? fact.modules : [])
  expect(found.filter(({ source }) => source.includes("Sub AutoOpen()"))).toHaveLength(40)
})

it("reports an encrypted package, and hands it on within a presentation", () => {
  const streams = { EncryptedPackage: "x".repeat(100), EncryptionInfo: bytesOf(u16(9, 9), u32(0)) }
  const encrypted = { kind: "encrypted", opened: null }
  expect(readStreams(streams).facts).toMatchObject([{ ...encrypted, where: "EncryptedPackage" }])
  expect(factsOf(readStreams(at("a", streams)), "encrypted")).toMatchObject([{
    ...encrypted,
    where: "a/EncryptedPackage"
  }])
  const inner = makeCompoundFile(streams)
  expect(readStreams(makePpt({ records: [atom(0x1011, inner)] })).files).toMatchObject([{
    as: "ole object",
    bytes: inner
  }])
})

it("distinguishes an unreadable file from an unreadable object", () => {
  const nothing = [{ kind: "damaged", detail: nothingReadable, where: "document" }]
  expect(readOle2(new Uint8Array(9), new Budget()).facts).toEqual(nothing)
  expect(readOle2(makeCompoundFile({ a: "b" }).subarray(0, 600), new Budget()).facts).toEqual(nothing)
  const broken = factsOf(readStreams(makePpt({ records: [atom(0x1011, bytesOf("no storage"))] })), "damaged")
  expect(broken.length).toBeGreaterThan(0)
  expect(broken.some((fact) => fact.kind === "damaged" && fact.detail === nothingReadable)).toBe(false)
})

it("ends quickly with many entries of the same sectors", () => {
  const streams: Record<string, Uint8Array | string> = { "x/\x01Ole": new Uint8Array(50_000).fill(3) }
  for (let entry = 0; entry < 300; entry++) streams[`s${entry}/\x01Ole`] = ""
  const bytes = makeCompoundFile(streams)
  const view = new DataView(bytes.buffer)
  const directory = 512 + view.getUint32(48, true) * 512
  for (let entry = directory; entry + 128 <= bytes.length; entry += 128) {
    if (bytes[entry + 66] !== 2) continue
    // Give each stream the content of the first entry: sector 0 and its size.
    view.setUint32(entry + 116, 0, true)
    view.setUint32(entry + 120, 50_000, true)
  }
  // The streams have 15 MB in total.
  const budget = new Budget(Infinity, { readBytesMax: 1_000_000, lexedBytesMax: 300_000 })
  readOle2(bytes, budget)
  expect(budget.exhausted).toEqual(["lexed bytes", "read bytes"])
})
