import { describe, expect, it } from "vitest"
import { actionTriggers } from "../../../../core/documents/facts/DocumentAction.ts"
import { judgeActions } from "../../../../core/documents/judge/JudgeActions.ts"

const judged = (target: string, trigger: typeof actionTriggers[number] = "click"): string =>
  judgeActions([
    { kind: "action", action: { kind: "Launch", trigger, target, script: null }, where: "object 1" }
  ]).map(({ code, penalty }) => `${code === "LAUNCH_ACTION" ? "launch" : "leak"} ${penalty}`).join(" ")

describe("the target of a click", () => {
  it.each([
    ["setup.exe", "launch 70"],
    ["setup.EXE. ", "launch 70"],
    ["cmd.exe /c calc", "launch 70"],
    ["a.pdf /c calc", "launch 70"],
    ["cmd.exe /c a.pdf", "launch 70"],
    ["C:\\Windows\\cmd.exe /c a.pdf", "launch 70"],
    ["setup.exe a.pdf", "launch 70"],
    ["C:\\my.files\\program", "launch 70"],
    ["program", "launch 20"],
    ["CMD", "launch 70"],
    ["powershell", "launch 70"],
    ["program a", "launch 70"],
    ["a/program", "launch 70"],
    ["progr%61m", "launch 70"],
    ["ms-msdt:/id", "launch 70"],
    ["mailto:a@a.example", "launch 70"],
    ["a.hta", "launch 70"],
    ["a.lnk", "launch 70"],
    ["template/a.sh", "launch 70"],
    ["a.htm#b.exe", "launch 70"],
    ["\\\\server\\a.exe", "leak 16 launch 70"],
    ["\\\\a.example\\program", "leak 60 launch 70"],
    ["\\\\server\\a.pdf", "leak 16"],
    ["/home/ann/a.pdf", "launch 40"],
    ["C:/a.pdf", "launch 40"],
    ["file:///C:/a.pdf", "launch 40"]
  ])("%s: %s", (target, is) => expect(judged(target)).toBe(is))
})

describe("a link from a document to a neighboring one", () => {
  const links = [
    "a.pdf",
    "../docs/a.docx",
    "..\\..\\m5\\toc.pdf",
    "./a.b.PDF",
    "define.xml",
    "ta.xpt",
    "wiki.Some_Page.htm",
    "page.html#part-2",
    "My notes, v1.2 (new).txt",
    "my%20notes.txt",
    "\u00fcbung/l\u00f6sung.pdf",
    "film.mp4",
    "../../index.php?title=Image:a.png",
    "page.html?part=2&lang=en"
  ]
  it.each(links)("has a low weight: %s", (target) => {
    expect(judged(target)).toBe("launch 8")
    expect(judged(target, "unreachable")).toBe("launch 8")
    expect(judged(target, "open")).toBe("launch 70")
    expect(judged(target, "field")).toBe("launch 70")
  })

  it.each([
    ["with macros by its name", "a.docm"],
    ["of another kind", "a.zip"],
    ["of no known kind", "a.xyz"],
    ["with folders that nobody has", ".../a.pdf"],
    ["with dots in a row", "a...pdf"],
    ["with the name of a program", "command.com a.pdf"],
    ["of a disk", "C:a.pdf"],
    ["with a stream of a file", "a:b.pdf"],
    ["with a variable", "%TEMP%/a.pdf"],
    ["with an escape that hides", "a%2fb.pdf"],
    ["with a sign of a shell", "a&b.pdf"],
    ["with a question", "a.pdf?part=2"],
    ["of a page with a path behind it", "index.php?a=%2fb"],
    ["with a text turned round", "a\u202efdp.txt"],
    ["with an end far away", "a.txt          .pdf"],
    ["behind a blank", "a/ b.pdf"],
    ["that is an address", "www.a.example.com"]
  ])("is not one %s: %s", (_, target) => expect(judged(target)).toBe("launch 20"))
})

describe("an address that a converter mistook for a file", () => {
  it.each([
    ["/(https/a.example/b)", "launch 8"],
    ["/(https:/a.example/b)", "launch 8"],
    ["/(https/a.example/b.exe", "launch 70"],
    ["(https:/a.example/b)", "launch 8"],
    ["(https:/a.example/b.exe", "launch 70"],
    ["(https/a.example/b)", "launch 70"],
    ["a(https:/a.example/b)", "launch 70"],
    ["/https/a.example/b", "launch 70"],
    ["www.example.com", "launch 20"],
    ["www.a-b.example.com/", "launch 20"],
    ["example.com", "launch 70"],
    ["www.example.exe", "launch 70"],
    ["www.example.com/a.exe", "launch 70"],
    ["www.example.com/a.html", "launch 8"]
  ])("%s: %s", (target, is) => expect(judged(target)).toBe(is))
})
