import { deflateSync } from "node:zlib"
import { expect, it } from "vitest"
import { readOle2 } from "../../../../adapters/documents/mail/ReadOle2.ts"
import { powerPointDefaultPassword } from "../../../../adapters/documents/office-crypto/EncryptedPresentation.ts"
import { embeddedNestingMax } from "../../../../adapters/documents/ole/ReadOle2.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"
import { encryptPresentation } from "../office-crypto/EncryptOle2.ts"
import { bytesOf, damaged, u16, u32, wide } from "./MakeBytes.ts"
import { makeCompoundFile } from "./MakeCompoundFile.ts"
import { makePackage } from "./MakeObjects.ts"
import { atom, container, hyperlink, interactive, makePpt, type PptParts } from "./MakePpt.ts"
import { factsOf, readStreams } from "./Ole2Facts.ts"

const where = "PowerPoint Document"
const read = (parts: PptParts) => readStreams(makePpt(parts))
const records = (...records: ReadonlyArray<Uint8Array>) => read({ records })

const storageOf = (file: Uint8Array, isDeflated: boolean): Uint8Array =>
  isDeflated ? atom(0x1011, bytesOf(u32(file.length), deflateSync(file)), 1) : atom(0x1011, file)

it("reads the text of slides, but not of masters", () => {
  const reading = records(
    container(0x03f8, atom(0x0fa0, wide("Click to edit"))),
    container(0x03ee, atom(0x0fa0, wide("Grüße 漢字\rtwo"))),
    container(0x03ee, atom(0x0fa8, bytesOf("caf\xe9")))
  )
  expect(reading.facts).toEqual([{ kind: "text", text: "Grüße 漢字\ntwo\ncafé", pages: 2, where }])
})

it("finds links with their display text", () => {
  expect(factsOf(records(container(0x0409, hyperlink("Your bank", "https://evil.example/a"))), "link")).toEqual([
    { kind: "link", url: "https://evil.example/a", text: "Your bank", from: "object", where }
  ])
  expect(factsOf(records(atom(0x0fba, wide("https://a.example"), 1)), "link")).toEqual([])
})

it("finds programs that a click runs", () => {
  expect(factsOf(records(interactive(2, "C:\\Windows\\cmd.exe")), "action")).toMatchObject([
    { action: { kind: "Launch", trigger: "click", target: "C:\\Windows\\cmd.exe" } }
  ])
  expect(factsOf(records(interactive(4, "")), "action")).toEqual([])
})

it("finds external media and controls", () => {
  const movie = (path: string) =>
    container(0x1006, container(0x1005, atom(0x1004, u32(0, 0)), atom(0x0fba, wide(path))))
  expect(factsOf(records(movie("\\\\host\\a.avi")), "reference")).toEqual([
    { kind: "reference", role: "media", target: "\\\\host\\a.avi", where }
  ])
  expect(factsOf(records(movie("C:\\a.avi")), "reference")).toEqual([])
  expect(factsOf(records(container(0x0fee, atom(0x0ffb, u32(0)))), "activex")).toHaveLength(1)
})

it("reads objects, compressed or not", () => {
  const inner = makeCompoundFile({ "\x01Ole10Native": makePackage({ fileName: "run.exe", label: "run.exe" }) })
  for (const isDeflated of [true, false]) {
    expect(records(storageOf(inner, isDeflated)).files).toMatchObject([{ as: "ole package", name: "run.exe" }])
  }
})

it("reads nested objects up to a limit", () => {
  let inner = makeCompoundFile({ "\x01Ole10Native": makePackage({}) })
  for (let depth = 0; depth < embeddedNestingMax - 1; depth++) {
    inner = makeCompoundFile(makePpt({ records: [storageOf(inner, true)] }))
  }
  expect(records(storageOf(inner, true)).files).toHaveLength(1)
  inner = makeCompoundFile(makePpt({ records: [storageOf(inner, true)] }))
  const reading = records(storageOf(inner, true))
  expect(reading.files).toHaveLength(0)
  expect(factsOf(reading, "cut off")).toMatchObject([{ limit: "nested objects" }])
})

it("limits the inflated size of an object", () => {
  const budget = new Budget()
  const bomb = atom(0x1011, bytesOf(u32(1), deflateSync(new Uint8Array(40_000_000))), 1)
  readOle2(makeCompoundFile(makePpt({ records: [bomb] })), budget)
  expect(budget.isBomb).toBe(true)
  expect(budget.exhausted).toEqual(["inflated bytes"])
})

it("uses the edit list to find objects behind false sizes", () => {
  const reading = read({ records: [], hidden: hyperlink("a", "http://a.example") })
  expect(factsOf(reading, "link")).toHaveLength(1)
  expect(factsOf(reading, "damaged")).toEqual([{ kind: "damaged", detail: "records of a presentation", where }])
})

it("reports encryption", () => {
  expect(factsOf(read({ records: [], headerToken: 0xf3d1c4df }), "encrypted")).toEqual([
    { kind: "encrypted", opened: null, where }
  ])
  expect(factsOf(records(container(0x2f14)), "encrypted")).toHaveLength(1)
  expect(factsOf(records(), "encrypted")).toEqual([])
})

const encryptedPpt = (objects: ReadonlyArray<Uint8Array>, password: string) => {
  const { editAt, stream } = encryptPresentation(objects, password)
  return readStreams({
    "PowerPoint Document": stream,
    "Current User": bytesOf(u16(0, 0x0ff6), u32(20), u32(20, 0xf3d1c4df, editAt), u32(0, 0))
  })
}

it("reads a presentation that PowerPoint opens without a password, and no other", () => {
  const program = makeCompoundFile({ "\x01Ole10Native": makePackage({ fileName: "run.exe" }) })
  const objects = [container(0x03e8, hyperlink("Your bank", "https://evil.example/a")), storageOf(program, true)]
  const opened = encryptedPpt(objects, powerPointDefaultPassword)
  expect(factsOf(opened, "encrypted", "damaged", "link")).toEqual([
    { kind: "encrypted", opened: "default password", where },
    { kind: "link", url: "https://evil.example/a", text: "Your bank", from: "object", where }
  ])
  expect(opened.files).toMatchObject([{ as: "ole package", name: "run.exe" }])
  const locked = encryptedPpt(objects, "secret")
  expect(locked).toEqual({ facts: [{ kind: "encrypted", opened: null, where }], files: [] })
})

it("ends quickly with many records and false sizes", () => {
  const claiming = bytesOf(u32(0x0fd7000f, 0x7fffffff))
  const records = [Uint8Array.from({ length: 2_000_000 }, (_, at) => claiming[at % 8]!)]
  expect(measureCpuMillis(() => read({ records }))).toBeLessThan(4_000)
  expect(factsOf(read({ records }), "cut off")).toMatchObject([{ limit: "active records" }])
})

it("never throws and always ends", () => {
  const inner = makeCompoundFile({ "\x01Ole10Native": makePackage({}) })
  const whole = makeCompoundFile(
    makePpt({ records: [hyperlink("a", "http://a.example"), interactive(2, "cmd"), storageOf(inner, true)] })
  )
  for (const bytes of damaged(whole, 31, 1_200)) expect(readOle2(bytes, new Budget()).facts).toBeInstanceOf(Array)
})
