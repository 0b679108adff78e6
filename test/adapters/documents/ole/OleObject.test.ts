import { expect, it } from "vitest"
import { readOle2 } from "../../../../adapters/documents/mail/ReadOle2.ts"
import { monikersMax } from "../../../../adapters/documents/ole/OleMoniker.ts"
import { readOle10Native } from "../../../../adapters/documents/ole/OleObject.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { bytesOf, damaged, u32 } from "./MakeBytes.ts"
import { makeCompoundFile, packGuid } from "./MakeCompoundFile.ts"
import {
  fileMoniker,
  itemMoniker,
  makeCompObj,
  makeEquation,
  makeNamedProperty,
  makeOleStream,
  makePackage,
  urlMoniker
} from "./MakeObjects.ts"
import { factsOf, readStreams } from "./Ole2Facts.ts"

const equation = "0002CE02-0000-0000-C000-000000000046"
const where = "ObjectPool/_1"
const object = { kind: "ole object", isUpdated: false, isMalformed: false, where }

it("reports the class and the program of an object", () => {
  const native = { [`${where}/Equation Native`]: makeEquation() }
  const streams = {
    [`${where}/\x01CompObj`]: makeCompObj("00000000-1111-2222-3333-444444444444", "Equation.3"),
    ...native
  }
  const objects = (...given: Parameters<typeof readStreams>) => factsOf(readStreams(...given), "ole object")
  expect(objects(streams, { classIds: { [where]: equation } })).toEqual([
    { ...object, classId: equation, progId: "Equation.3" }
  ])
  // The class ID of the storage takes precedence.
  expect(objects(streams)).toEqual([
    { ...object, classId: "00000000-1111-2222-3333-444444444444", progId: "Equation.3" }
  ])
  expect(objects(native)).toEqual([{ ...object, classId: null, progId: "Equation.3" }])
  expect(objects({ [`${where}/other`]: "x" })).toEqual([])
})

it("treats the root as an object unless it has a document class", () => {
  const native = { "Equation Native": makeEquation() }
  expect(readStreams(native, { classIds: { "": equation } }).facts).toEqual([
    { ...object, classId: equation, progId: "Equation.3", where: "document" }
  ])
  const document = { classIds: { "": "00020906-0000-0000-C000-000000000046" } }
  expect(factsOf(readStreams({}, document), "ole object")).toEqual([])
})

it("extracts files from packages", () => {
  const reading = readStreams({
    [`${where}/\x01Ole10Native`]: makePackage({
      label: "invoice.pdf",
      fileName: "C:\\Users\\x\\run.exe",
      tempName: "C:\\tmp\\run.exe",
      bytes: "MZ content"
    })
  })
  expect(reading.files).toEqual([{
    name: "run.exe",
    otherNames: ["invoice.pdf"],
    bytes: bytesOf("MZ content"),
    as: "ole package",
    where: `${where}/Ole10Native`
  }])
  expect(factsOf(reading, "disguise")).toMatchObject([{ detail: "a package of run.exe shown as invoice.pdf" }])
  expect(readStreams({ "\x01Ole10Native": makePackage({}) }).facts).toEqual([])
})

it("prefers the wide names of a package", () => {
  const native = readOle10Native(
    makePackage({ fileName: "?.exe", wideNames: ["C:\\tmp\\漢.exe", "漢.pdf", "C:\\漢.exe"] })
  )
  expect(native).toMatchObject({ label: "漢.pdf", fileName: "C:\\漢.exe", tempName: "C:\\tmp\\漢.exe" })
})

it("extracts the available part of a truncated package", () => {
  const whole = makePackage({ bytes: "x".repeat(100) })
  const short = readOle10Native(whole.subarray(0, whole.length - 40))
  expect(short).toMatchObject({ isMalformed: true, bytes: bytesOf("x".repeat(60)) })
  const lying = whole.slice()
  lying[0] = 1
  expect(readOle10Native(lying)).toMatchObject({ isMalformed: true, bytes: bytesOf("x".repeat(100)) })
  expect(readOle10Native(whole)?.isMalformed).toBe(false)
  expect(readOle10Native(bytesOf(u32(4), "BM.."))).toBeNull()
})

it("reports a file that a package only references", () => {
  const reading = readStreams({ "\x01Ole10Native": makePackage({ kind: 1, fileName: "\\\\host\\run.exe" }) })
  expect(reading.facts).toMatchObject([{ kind: "reference", role: "object", target: "\\\\host\\run.exe" }])
  expect(reading.files).toEqual([])
})

it("extracts the files inside objects", () => {
  const reading = readStreams({
    "MBD1/Package": "PK\x03\x04",
    "MBD2/CONTENTS": "%PDF-",
    "MBD3/EmbeddedOdf": "PK",
    "MBD4/\x01Ole10Native": bytesOf(u32(4), "BM.."),
    "MBD5/contents": ""
  })
  expect(reading.files.map(({ as, bytes, where }) => [where, as, Buffer.from(bytes).toString()]).toSorted()).toEqual([
    ["MBD1/Package", "ole object", "PK\x03\x04"],
    ["MBD2/CONTENTS", "ole object", "%PDF-"],
    ["MBD3/EmbeddedOdf", "ole object", "PK"],
    ["MBD4/Ole10Native", "ole object", "BM.."]
  ])
})

it("finds the sources of linked objects", () => {
  const targetsOf = (...monikers: ReadonlyArray<Uint8Array>) =>
    factsOf(readStreams({ "LNK1/\x01Ole": makeOleStream(...monikers) }), "reference")
      .map((fact) => fact.kind === "reference" && `${fact.role} ${fact.target}`)
  expect(targetsOf(urlMoniker("http://a.example/b.html!"))).toEqual(["object http://a.example/b.html!"])
  expect(targetsOf(urlMoniker("mhtml:http://a.example/b.mht!x-usc:http://c.example"))).toEqual([
    "object mhtml:http://a.example/b.mht!x-usc:http://c.example"
  ])
  expect(targetsOf(fileMoniker("C:\\a.xls"), itemMoniker("Sheet1!R1C1"))).toEqual(["object C:\\a.xls!Sheet1!R1C1"])
  expect(targetsOf(fileMoniker("?.xls", "\\\\host\\漢.xls"))).toEqual(["object \\\\host\\漢.xls"])
  expect(factsOf(readStreams({ "\x01Ole": bytesOf(u32(0x02000001, 0, 0, 0, 0)) }), "reference")).toEqual([])
})

it("finds composite monikers", () => {
  const script = packGuid("06290BD3-48AA-11D2-8432-006008C3FBFC")
  expect(factsOf(readStreams({ "\x01Ole": makeOleStream(fileMoniker("a.sct"), script) }), "ole object")).toMatchObject([
    { classId: "06290BD3-48AA-11D2-8432-006008C3FBFC" }
  ])
})

it("limits the number of monikers", () => {
  const many = Array.from({ length: monikersMax + 1 }, (_, at) => urlMoniker(`http://a.example/${at}`))
  expect(factsOf(readStreams({ "\x01Ole": makeOleStream(...many) }), "cut off")).toHaveLength(1)
})

it("finds controls by their stream name", () => {
  const classIds = { [where]: "D27CDB6E-AE6D-11CF-96B8-444553540000" }
  expect(factsOf(readStreams({ [`${where}/\x03OCXNAME`]: "F\0" }, { classIds }), "activex")).toMatchObject([
    { classId: classIds[where] }
  ])
  expect(factsOf(readStreams({ [`${where}/\x03OCXNAME`]: "" }, { classIds }), "activex")).toEqual([])
})

it("finds customizations named in the properties, and licensed contents", () => {
  const name = "\x05DocumentSummaryInformation"
  const target = "https://a.example/x.vsto|vstolocal"
  const addIns = (property: string) => factsOf(readStreams({ [name]: makeNamedProperty(property, target) }), "add-in")
  expect(addIns("_AssemblyLocation")).toEqual([{ kind: "add-in", target, where: "DocumentSummaryInformation" }])
  expect(addIns("Client")).toEqual([])
  expect(readStreams({ "\x09DRMContent": "x" }).facts).toMatchObject([{ kind: "encrypted", opened: null }])
})

it("reports damage by name", () => {
  const whole = makeCompoundFile({ "\x01Ole10Native": makePackage({ bytes: "x".repeat(6_000) }) })
  const { facts, files } = readOle2(whole.subarray(0, 4_000), new Budget())
  expect(facts.every(({ kind }) => kind === "damaged")).toBe(true)
  expect(facts.length).toBeGreaterThan(0)
  expect(files).toHaveLength(0)
})

it("never throws and always ends", () => {
  const whole = makeCompoundFile({
    [`${where}/\x01CompObj`]: makeCompObj(equation, "Equation.3"),
    [`${where}/\x01Ole10Native`]: makePackage({ wideNames: ["a", "b", "c"] }),
    [`${where}/\x01Ole`]: makeOleStream(fileMoniker("C:\\a.xls", "C:\\a.xls"), itemMoniker("x")),
    "\x05DocumentSummaryInformation": makeNamedProperty("_AssemblyLocation", "a")
  })
  for (const bytes of damaged(whole, 31, 1_200)) expect(readOle2(bytes, new Budget()).facts).toBeInstanceOf(Array)
})
