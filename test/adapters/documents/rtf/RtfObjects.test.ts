import { describe, expect, it } from "vitest"
import { objectDataMax } from "../../../../adapters/documents/rtf/RtfDocument.ts"
import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import { makeEquation } from "../ole/MakeObjects.ts"
import { bytesOf, embedded, hexOf, linked, objectOf, packed, urlMoniker } from "./MakeRtf.ts"
import { factsOf, read } from "./RtfFacts.ts"

const equationId = "0002CE02-0000-0000-C000-000000000046"
const linkId = "00000300-0000-0000-C000-000000000046"
const equation = embedded(
  "Equation.3",
  makeCompoundFile({ "Equation Native": makeEquation() }, { classIds: { "": equationId } })
)
const object = { kind: "ole object", progId: "Equation.3", classId: equationId, where: "object 1" } as const

describe("an object", () => {
  it("is reported with its class, and its data is handed on", () => {
    const { facts, files } = read(objectOf(equation, "Equation.3"))
    expect(facts).toEqual([{ ...object, isUpdated: false, isMalformed: false }])
    expect(files.map(({ as, where }) => ({ as, where }))).toEqual([{ as: "ole object", where: "object 1" }])
    expect(hexOf(files[0]!.bytes.subarray(0, 8))).toBe("d0cf11e0a1b11ae1")
  })

  it.each(["\\objemb\\objupdate", "\\objautlink"])("updates automatically with %s", (words) => {
    expect(factsOf(objectOf(equation, "", words), "ole object")).toEqual([{
      ...object,
      isUpdated: true,
      isMalformed: false
    }])
  })

  it.each<readonly [string, string | null]>([
    ["eQuAtIoN.3", equationId],
    ["Equation.3\0\0junk", equationId],
    ["Equation.3abc", equationId],
    ["Equation.2", "00021700-0000-0000-C000-000000000046"],
    ["OLE2Link", linkId],
    ["Word.Document.8", null]
  ])("of class %j has the class ID %s without other evidence", (className, classId) => {
    const [found] = factsOf(objectOf(embedded(className, bytesOf("raw"))), "ole object")
    expect([found?.classId, found?.progId]).toEqual([classId, className.split("\0")[0]])
  })

  it("is a control if it declares so, with its class ID next to its data", () => {
    const classId = "8BD21D10-EC42-11CE-9E0D-00AA006002F3"
    const content = `{\\object\\objocx{\\*\\objclass Forms.TextBox.1}{\\*\\oleclsid \\'7b${classId}\\'7d}` +
      `{\\*\\objdata ${hexOf(embedded("Forms.TextBox.1", bytesOf("x")))}}}`
    expect(factsOf(content, "activex")).toEqual([{ kind: "activex", classId, where: "object 1" }])
    expect(factsOf(objectOf(equation), "activex")).toEqual([])
  })

  it.each<readonly [string, string]>([
    ["another version", objectOf(embedded("Equation.3", bytesOf("x"), 0x511))],
    ["data that end too early", objectOf(equation.subarray(0, 900))],
    ["no header", objectOf(bytesOf("no object at all"))],
    ["another class than its group", objectOf(equation, "Word.Document.8")]
  ])("is malformed with %s", (_, content) => {
    expect(factsOf(content, "ole object").map(({ isMalformed }) => isMalformed)).toEqual([true])
  })

  it("is found by its compound file if its header is broken", () => {
    const broken = Buffer.concat([bytesOf("\x01\x05\0\0\x02\0\0\0\xff\xff\xff\x7f"), equation])
    expect(factsOf(objectOf(broken), "ole object")[0]).toMatchObject({ classId: equationId, isMalformed: true })
  })

  it("is ignored without data and class", () =>
    expect(read("{\\object{\\result text}}{\\*\\objdata }").facts).toEqual([
      { kind: "text", text: "text", pages: 1, where: "document" }
    ]))

  it("shows its result", () => {
    const content = `{\\object\\objemb{\\*\\objdata ${hexOf(equation)}}{\\result shown}} after`
    expect(factsOf(content, "text")[0]?.text).toBe("shown after")
  })

  it("is skipped and reported beyond the limit", () => {
    const many = objectOf(embedded("Equation.3", bytesOf("x"))).repeat(objectDataMax + 1)
    expect(factsOf(many, "ole object")).toHaveLength(objectDataMax)
    expect(factsOf(many, "cut off").map(({ limit }) => limit)).toContain("objects")
  })
})

describe("a package", () => {
  it("contains its file", () => {
    const { files } = read(objectOf(embedded("Package", packed("run.js", "alert(1)"))))
    expect(files.map(({ as, bytes, name }) => [as, name, Buffer.from(bytes).toString()])).toEqual([
      ["ole package", "run.js", "alert(1)"]
    ])
  })

  it("returns the available part if it is truncated", () => {
    const whole = packed("run.js", "alert(1)")
    const { facts, files } = read(objectOf(embedded("PACKAGE", whole.subarray(0, -3))))
    expect(files.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(["alert"])
    expect(facts.some(({ kind }) => kind === "damaged")).toBe(true)
  })
})

describe("a link", () => {
  const reference = (target: string) => [{ kind: "reference", role: "object", target, where: "object 1" }]

  it("of OLE 1.0 names its file", () => {
    expect(factsOf(objectOf(linked("Word.Document.8", "\\\\host\\share\\a.doc"), "", "\\objlink"), "reference"))
      .toEqual(reference("\\\\host\\share\\a.doc"))
  })

  it("of OLE 1.0 can omit empty fields", () => {
    const data = linked("Word.Document.8", "").subarray(0, -20)
    expect(factsOf(objectOf(data, "Word.Document.8", "\\objlink"), "ole object")[0]).toMatchObject({
      isMalformed: false
    })
    expect(factsOf(objectOf(data.subarray(0, -1)), "ole object")[0]).toMatchObject({ isMalformed: true })
  })

  it("of OLE 2 names its URL in any stream", () => {
    for (const stream of ["\x01Ole", "other"]) {
      const compound = makeCompoundFile({ [stream]: urlMoniker("http://example.com/a.hta") }, {
        classIds: { "": linkId }
      })
      const content = objectOf(embedded("OLE2Link", compound), "Word.Document.8", "\\objautlink")
      expect(factsOf(content, "reference")).toEqual(reference("http://example.com/a.hta"))
      expect(factsOf(content, "ole object")[0]).toMatchObject({ classId: linkId, isUpdated: true, isMalformed: false })
    }
  })

  it("without a readable moniker is recognized by its address", () => {
    const compound = makeCompoundFile({ "\x01Ole": Buffer.from("HTTP://example.com/a\0", "utf16le") }, {
      classIds: { "": linkId }
    })
    expect(factsOf(objectOf(embedded("OLE2Link", compound)), "reference")).toEqual(reference("HTTP://example.com/a"))
    const other = makeCompoundFile({ "\x01Ole": Buffer.from("http://example.com/a\0", "utf16le") })
    expect(factsOf(objectOf(embedded("Word.Document.8", other)), "reference")).toEqual([])
  })
})

describe("object data", () => {
  const hex = hexOf(equation)
  const [begin, end] = [hex.slice(0, 61), hex.slice(61)]
  const [evenBegin, evenEnd] = [hex.slice(0, 60), hex.slice(60)]
  const disguised = (data: string) => {
    const content = `{\\object\\objemb${data}}`
    return [
      factsOf(content, "disguise").map(({ detail }) => detail),
      factsOf(content, "ole object").map(({ classId, isMalformed }) => [classId, isMalformed])
    ]
  }
  const sound = [[equationId, false]]

  it.each<readonly [string, string]>([
    ["in lines", `{\\*\\objdata ${hex.replaceAll(/.{64}/g, "$&\r\n")}}`],
    ["in capitals", `{\\*\\objdata ${hex.toUpperCase()}}`],
    ["without a star", `{\\objdata ${hex}}`],
    ["with half a byte too much", `{\\*\\objdata ${hex}0}`],
    ["all as binary data", `{\\*\\objdata \\bin${equation.length} ${Buffer.from(equation).toString("latin1")}}`]
  ])("is ordinary if it is written %s", (_, data) => expect(disguised(data)).toEqual([[], sound]))

  const [words, groups, escapes] = [
    "control words within object data",
    "groups within object data",
    "escapes within object data"
  ]

  it.each<readonly [string, string, ReadonlyArray<string>]>([
    ["control words", `{\\*\\objdata ${begin}\\par\\fs24 ${end}}`, [words]],
    ["a parameter that looks like data", `{\\*\\objdata ${begin}\\abc0105 ${end}}`, [words]],
    ["a symbol", `{\\*\\objdata ${begin}\\~${end}}`, [words]],
    ["groups in it", `{\\*\\objdata ${begin}{}{{}}${end}}`, [groups]],
    ["data in groups", `{\\*\\objdata ${begin}{${end}}}`, [groups]],
    ["a destination within", `{\\*\\objdata ${begin}{\\staticval abc}${end}}`, [groups, words]],
    ["an ignorable group that is passed over", `{\\*\\objdata ${begin}{\\*\\foo abcd}${end}}`, [groups, words]],
    ["an ignorable group that is read", `{\\*\\objdata ${begin}{\\*\\rsidtbl ${end}}}`, [groups, words]],
    ["an ignorable group that has the rest", `{\\*\\objdata ${hex.slice(0, 400)}{\\*\\rsidtbl ${hex.slice(400)}}}`, [
      groups,
      words
    ]],
    ["an escape", `{\\*\\objdata ${evenBegin}\\'41${evenEnd}}`, [escapes]],
    ["an escape after half a byte", `{\\*\\objdata ${evenBegin}7\\'41${evenEnd}}`, [escapes]],
    ["other characters", `{\\*\\objdata ${begin};~${end}}`, ["other characters within object data"]],
    ["blanks everywhere", `{\\*\\objdata ${[...hex].join(" ")}}`, ["spread object data"]],
    ["binary data of no length", `{\\*\\objdata ${begin}\\bin${end.replace(/^\d*/, " $&")}}`, [
      "binary data of no length within an object",
      "binary data within hexadecimal object data"
    ]],
    [
      "binary data among digits",
      `{\\*\\objdata ${evenBegin}\\bin2 ${Buffer.from(evenEnd.slice(0, 4), "hex").toString("latin1")}${
        evenEnd.slice(4)
      }}`,
      ["binary data within hexadecimal object data"]
    ],
    ["overlong words", `{\\*\\objdata ${begin}\\${"a".repeat(40)} ${end}}`, ["overlong control words", words]]
  ])("is read and reported with %s", (_, data, disguises) => {
    expect(disguised(data)).toEqual([disguises, sound])
  })

  it("reports a class written in escapes", () => {
    const content = `{\\object{\\*\\objclass \\'45quation.3}{\\*\\objdata ${hex}}}`
    expect(factsOf(content, "disguise").map(({ detail }) => detail)).toEqual(["escaped letters in an object's class"])
    expect(factsOf(content, "ole object")[0]).toMatchObject({ progId: "Equation.3", isMalformed: false })
  })

  it("is read outside of objects and after the end", () => {
    expect(factsOf(`{\\*\\objdata ${hex}}`, "ole object")).toHaveLength(1)
    expect(factsOf(`}{\\object{\\*\\objdata ${hex}}`, "ole object")).toHaveLength(1)
  })

  it("is read if its control word comes late in a group, after malformed groups", () => {
    const data = `{\\*\n\\footerr\n{\n\\bin\\binN\\object}\n\\footers{x}\\.\\objdata ${hex}}`
    expect(factsOf(`{\\object\\objupdate${data}}`, "ole object")[0]).toMatchObject({
      classId: equationId,
      isUpdated: true
    })
  })
})
