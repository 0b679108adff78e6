import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { analyzeVba, type VbaAnalysis } from "../../../../core/documents/vba/AnalyzeVba.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"
import { runs } from "../../../support/TestRun.ts"

const analyze = (...sources: ReadonlyArray<string>): VbaAnalysis =>
  analyzeVba(sources.map((source, at) => ({ name: `Module${at + 1}`, source })))

describe("many effects of a procedure", () => {
  const writing = "Kill a\n".repeat(200)

  it.each([
    ["a call", "Shell \"calc\"", "Shell"],
    ["a script host", "Dim w As New WshShell", "wshshell"],
    ["a declared function", "Run 1", "WinExec"]
  ])("do not hide %s", (_, statement, name) => {
    const declared = "Declare Function Run Lib \"kernel32\" Alias \"WinExec\" (a)\n"
    const { automaticEffects, executes } = analyze(`${declared}Sub AutoOpen()\n${writing}${statement}\nEnd Sub`)
    expect(executes.join(" ")).toContain(name)
    expect(automaticEffects.join(" ")).toContain(name)
  })

  it("are stored up to a maximum, with script hosts", () => {
    const calls = Array.from({ length: 64 }, (_, at) => `Declare Function Run${at} Lib "kernel32" Alias "WinExec" (a)`)
    const body = calls.map((_, at) => `Run${at} 1`).join("\n")
    const { automaticEffects } = analyze(`${calls.join("\n")}\nSub AutoOpen()\n${body}\nDim w As WshShell\nEnd Sub`)
    expect(automaticEffects).not.toContain("wshshell")
  })
})

describe("time", () => {
  const chars = 250_000
  const filled = (before: string, piece: string): string =>
    `Sub AutoOpen()\n${before}${piece.repeat(Math.ceil(chars / piece.length))}`

  it.each([
    ["a chain of texts", filled("x = ", "\"a\" & ")],
    ["open brackets", filled("x = ", "(")],
    ["nested calls", filled("x = ", "StrReverse(")],
    ["continued lines", filled("x = ", " _\n")],
    ["underscores and blanks", filled("x = ", `_${" ".repeat(999)}`)],
    ["texts that grow", filled("", "s = s & \"abcdefgh\"\nf s\n")],
    ["copies of a long text", filled(`a = "${"x".repeat(60_000)}"\n`, "b = a & 1\n")],
    ["a long text turned round again and again", filled(`a = "${"xy".repeat(30_000)}"\n`, "b = StrReverse(a)\n")],
    ["texts that double", filled("a = \"x\"\n", "a = a & a\n")],
    ["square brackets", filled("", "[")],
    ["procedures of one name", filled("a\n", "End Sub\nSub a()\na\n")],
    ["quotes", filled("", "\"")],
    ["a long address", filled("x = \"", "http://")],
    [
      "calls of a long name that is none",
      `Const n = "${"a".repeat(254)}("\nSub AutoOpen()\n${"Application.Run n\n".repeat(150_000)}`
    ],
    ["a library in many folders", `${filled("a\nEnd Sub\nDeclare Sub a Lib \"c:", "\\")}"\n`]
  ])("is linear in the length, for %s", (_, source) => {
    expect(measureCpuMillis(() => void analyze(source))).toBeLessThan(5_000)
  })

  it("is bounded and nothing throws, for any input", () => {
    const pieces = fc.constantFrom(
      ..."Sub ( ) _\n \n : , . & + \" ' = x Chr( 65 Shell CreateObject( Array( Split( Const Dim Open For Output As # [ ] ! Declare Lib Then Else End_Sub Rem := -"
        .split(" ").map((piece) => piece.replace("_S", " S"))
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 80 }), (parts) => {
        const found = analyze(parts.join(" "), parts.join(""))
        expect(found.isObfuscated).toBe(found.obfuscation !== null)
      }),
      runs(200)
    )
  })
})
