import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { openCompoundFile } from "../../../../adapters/documents/compound/CompoundFile.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { findVbaProjects, projectsMax, readVbaProject } from "../../../../adapters/documents/vba/VbaProject.ts"
import { textCharsMax } from "../../../../core/documents/facts/Fact.ts"
import { runs } from "../../../support/TestRun.ts"
import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import { compressVba, type MadeModule, makeVba, makeVbaStreams, sourceOf } from "./MakeVba.ts"

const read = (bytes: Uint8Array, prefix = "", budget = new Budget()) =>
  readVbaProject(openCompoundFile(bytes, budget)!, prefix, budget)

const module1: MadeModule = { name: "Module1", source: "Sub AutoOpen()\r\n  MsgBox \"Hello\"\r\nEnd Sub\r\n" }
const module2: MadeModule = { name: "ThisDocument", source: "" }

describe("a VBA project", () => {
  it("has its modules by name and source, without findings", () => {
    expect(read(makeVba([module1, module2]))).toEqual({
      kind: "vba",
      modules: [module1, module2].map((module) => ({ name: module.name, source: sourceOf(module) })),
      isStomped: false,
      isPurged: false,
      isMisplaced: false,
      where: "VBA"
    })
  })

  it.each(["Macros", "_VBA_PROJECT_CUR"])("is found in storage %s of a document", (prefix) => {
    const bytes = makeVba([module1], { prefix })
    expect(findVbaProjects(openCompoundFile(bytes, new Budget())!)).toEqual([prefix])
    expect(read(bytes, prefix)?.modules.map(({ name }) => name)).toEqual(["Module1"])
    expect(read(bytes, prefix)?.where).toBe(`${prefix}/VBA`)
  })

  it("is not found in a document without one", () => {
    expect(read(makeCompoundFile({ WordDocument: "The word Attribute stands in this text" }), "Macros")).toBeNull()
  })

  it("is decoded with its declared code page", () => {
    const source = Buffer.from([0x27, 0xcf, 0xf0, 0xe8]).toString("latin1")
    expect(read(makeVba([{ name: "M", source }], { codePage: 1251 }))?.modules[0]?.source).toContain("'При")
    expect(read(makeVba([{ name: "M", source }], { codePage: 65_000 }))?.modules[0]?.source).toContain("'Ïðè")
    expect(read(makeVba([module1], { codePage: 1200 }))?.modules[0]?.source).toBe(sourceOf(module1))
  })

  it("has its sources even without a directory", () => {
    const names = read(makeVba([module1, module2], { hasDirectory: false }))?.modules
    expect(names?.map(({ source }) => source).toSorted()).toEqual([sourceOf(module1), sourceOf(module2)].toSorted())
  })

  it("is recognized by its module streams alone", () => {
    const streams = makeVbaStreams([module1], { prefix: "Macros" })
    const bytes = makeCompoundFile({ "Macros/VBA/Module1": streams["Macros/VBA/Module1"]! })
    expect(findVbaProjects(openCompoundFile(bytes, new Budget())!)).toEqual(["Macros"])
    expect(read(bytes, "Macros")?.modules).toEqual([{ name: "Macros/VBA/Module1", source: sourceOf(module1) }])
  })

  it("includes modules that its directory does not list, at any location", () => {
    const hidden = Buffer.concat([Buffer.from("some bytes before it"), compressVba(sourceOf(module1))])
    const raw = compressVba(sourceOf({ name: "Raw", source: "Sub Raw()" }), "raw")
    const streams = { ...makeVbaStreams([module2], { prefix: "Macros" }), "Elsewhere/Data": hidden, Raw: raw }
    const found = read(makeCompoundFile(streams), "Macros")?.modules
    expect(found?.map(({ name }) => name).toSorted()).toEqual(["Elsewhere/Data", "Raw", "ThisDocument"])
    expect(found?.find(({ name }) => name === "Elsewhere/Data")?.source).toBe(sourceOf(module1))
  })

  it("includes the strings of its forms", () => {
    const wide = Buffer.from("a wide caption", "utf16le")
    const streams = {
      ...makeVbaStreams([module1], { prefix: "Macros" }),
      "Macros/UserForm1/o": Buffer.concat([Buffer.from("\x02\0Label\x01powershell -c x\0\x02"), wide]),
      "Macros/UserForm1/i12/o": "in a frame",
      "Macros/UserForm1/x": "something else",
      "Other/o": "of something else"
    }
    const found = read(makeCompoundFile(streams), "Macros")?.formTexts
    expect(found).toEqual(expect.arrayContaining(["powershell -c x", "a wide caption", "in a frame"]))
    expect(found).toHaveLength(3)
  })

  it("excludes modules in the storage of another project", () => {
    const streams = {
      ...makeVbaStreams([module1], { prefix: "Macros" }),
      ...makeVbaStreams([module2], { prefix: "Other/Macros" })
    }
    const bytes = makeCompoundFile(streams)
    expect(read(bytes, "Macros")?.modules.map(({ name }) => name)).toEqual(["Module1"])
    expect(read(bytes, "Other/Macros")?.modules.map(({ name }) => name)).toEqual(["ThisDocument"])
    expect(read(bytes, "_VBA_PROJECT_CUR")).toBeNull()
  })

  it("finds a module at a wrong directory offset", () => {
    const streams = { ...makeVbaStreams([module1]) }
    const bytes = streams["VBA/Module1"] as Uint8Array
    const moved = makeCompoundFile({ ...streams, "VBA/Module1": Buffer.concat([Buffer.alloc(9, 1), bytes]) })
    expect(read(moved)?.modules).toEqual([{ name: "Module1", source: sourceOf(module1) }])
  })

  it("is one of many, of which those beyond the limit are reported", () => {
    const streams = Object.assign(
      {},
      ...Array.from(
        { length: projectsMax },
        (_, at) => ({ [`P${at}/VBA/dir`]: "x" })
      )
    )
    const budget = new Budget()
    const file = openCompoundFile(makeCompoundFile(streams), budget)!
    expect(findVbaProjects(file)).toHaveLength(projectsMax)
    readVbaProject(file, "P0", budget)
    expect(budget.exhausted).toEqual(["strings"])
  })

  it("gives each module a share of the text limit", () => {
    const budget = new Budget()
    const long = { name: "Long", source: "'x\r\n".repeat(300_000) }
    const modules = read(makeVba([long, module1]), "", budget)!.modules
    expect(modules.reduce((sum, { source }) => sum + source.length, 0)).toBe(textCharsMax)
    expect(modules[1]?.source).toBe(sourceOf(module1))
    expect(budget.exhausted).toEqual(["strings"])
    expect(read(makeVba([module1]), "", budget)!.modules[0]?.source).toBe("")
  })
})

describe("compiled code", () => {
  const source = "Sub Greet()\r\n  MsgBox \"Say \"\"hello\"\" to all\"\r\nEnd Sub\r\n"
  const calls = (names: ReadonlyArray<string>, texts: ReadonlyArray<string> = []) =>
    Array.from({ length: 8 }, () => ({
      calls: names,
      texts
    }))

  it("is not stomped if it matches the source", () => {
    const compiled = calls(["MsgBox"], ["Say \"hello\" to all"])
    expect(read(makeVba([{ name: "M", source, compiled }], { names: ["MsgBox"] }))?.isStomped).toBe(false)
  })

  it("matches doubled quotes in the source", () => {
    const shell = "Sub Go()\r\n  Shell \"cmd.exe /c \"\"a b\"\"\"\r\nEnd Sub\r\n"
    const compiled = calls(["Shell"], ["cmd.exe /c \"a b\""])
    expect(read(makeVba([{ name: "M", source: shell, compiled }], { names: ["Shell"] }))?.isStomped).toBe(false)
  })

  it("is stomped if the source is empty", () => {
    const compiled = calls(["MsgBox"], ["x"])
    for (const empty of ["", "Option Explicit\r\n' nothing\r\n", "Sub Greet()\r\nEnd Sub\r\n"]) {
      expect(read(makeVba([{ name: "M", source: empty, compiled }], { names: ["MsgBox"] }))?.isStomped).toBe(true)
    }
  })

  it("of comments and empty procedures is not stomped if the source is empty", () => {
    const compiled = [{ remark: "Shell \"cmd.exe\" was here once upon a time" }, { remark: "\x20\0\x20\x02and more" }]
    expect(read(makeVba([{ name: "M", source: "", compiled }]))?.isStomped).toBe(false)
  })

  it.each([
    ["calls", calls(["CreateObject", "MsgBox"])],
    ["texts", calls(["MsgBox"], ["cmd.exe /c calc"])]
  ])("is stomped if it has dangerous %s that no source contains", (_, compiled) => {
    const options = { names: ["CreateObject", "MsgBox"] }
    expect(read(makeVba([{ name: "M", source, compiled }], options))?.isStomped).toBe(true)
    const other = { name: "N", source: "' CreateObject \"cmd.exe /c calc\"" }
    expect(read(makeVba([{ name: "M", source, compiled }, other], options))?.isStomped).toBe(false)
  })

  it("is stomped if it differs completely from the source", () => {
    const names = Array.from({ length: 20 }, (_, at) => `Other${at}`)
    expect(read(makeVba([{ name: "M", source, compiled: [{ calls: names }] }], { names }))?.isStomped).toBe(true)
  })

  it("is not judged by unused names that the project retains", () => {
    const options = { names: ["Shell", "CreateObject", "URLDownloadToFileA", "MsgBox"] }
    expect(read(makeVba([{ name: "M", source, compiled: calls(["MsgBox"]) }], options))?.isStomped).toBe(false)
  })

  it("is missing in a purged project", () => {
    expect(read(makeVba([module1], { names: null }))?.isPurged).toBe(true)
    const streams = { ...makeVbaStreams([module1, module2]) }
    const partly = makeCompoundFile({ ...streams, "VBA/Module1": compressVba(sourceOf(module1)) })
    expect(read(partly)?.isPurged).toBe(true)
  })
})

describe("damage", () => {
  const bytes = makeVba([{ ...module1, compiled: [{ calls: ["MsgBox"], texts: ["abc"] }] }, module2], {
    names: ["MsgBox"]
  })

  it("by truncation never throws", () => {
    for (let size = 0; size < bytes.length; size += 7) {
      const budget = new Budget()
      const file = openCompoundFile(bytes.subarray(0, size), budget)
      if (file !== null) readVbaProject(file, "", budget)
    }
  })

  it("by arbitrary changes never throws", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 20 }),
        (changes) => {
          const changed = Uint8Array.from(bytes)
          for (const [at, byte] of changes) changed[at] = byte
          const budget = new Budget()
          const file = openCompoundFile(changed, budget)
          if (file !== null) readVbaProject(file, "", budget)
        }
      ),
      runs(150)
    )
  })
})
