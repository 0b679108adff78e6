import { describe, expect, it } from "vitest"
import { analyzeVba } from "../../../../core/documents/vba/AnalyzeVba.ts"

const effectsOf = (name: string, body: string): ReadonlyArray<string> =>
  analyzeVba([{ name: "M", source: `Sub ${name}()\n${body}\nEnd Sub\n` }]).automaticEffects

const mail = "Set o = CreateObject(\"Outlook.Application\")\nSet m = o.CreateItem(0)\nm.To = \"a@b.example\"\n"

describe("a macro that runs without a click", () => {
  it.each([
    ["fetches with an object", "Set h = CreateObject(\"MSXML2.XMLHTTP\")\nh.Send", "CreateObject(\"MSXML2.XMLHTTP\")"],
    [
      "fetches with a concatenated name",
      "Set h = CreateObject(\"WinHttp.\" & \"WinHttpRequest.5.1\")\nh.Send",
      "CreateObject(\"WinHttp.WinHttpRequest.5.1\")"
    ],
    ["fetches with a type", "Dim h As New MSXML2.ServerXMLHTTP60\nh.Send", "serverxmlhttp60"],
    [
      "fetches with a browser",
      "Set i = CreateObject(\"InternetExplorer.Application\")",
      "CreateObject(\"InternetExplorer.Application\")"
    ],
    [
      "fetches with a query",
      "ActiveSheet.QueryTables.Add \"URL;http://evil.example/\", Range(\"A1\")",
      "QueryTables.Add"
    ],
    ["mails", `${mail}m.Send`, "Outlook.Application"],
    ["mails itself", "ActiveWorkbook.SendMail \"a@b.example\"", "SendMail"],
    ["presses keys", "SendKeys \"^{ESC}r\", True", "SendKeys"],
    ["presses unknown keys", "SendKeys Range(\"A1\")", "SendKeys"]
  ])("%s", (_, body, effect) => {
    expect(effectsOf("AutoOpen", body)).toContain(effect)
    // Behind a button, the same is ordinary.
    expect(effectsOf("Button1_Click", body)).toEqual([])
  })

  it.each([
    ["shows a message to send", `${mail}m.Display`],
    ["recalculates", "SendKeys \"{F9}\""],
    ["moves the selection", "SendKeys \"{DOWN 3}{ENTER}\", True"],
    ["adds a query of a file", "ActiveSheet.QueryTables.Add \"TEXT;C:\\data.txt\", Range(\"A1\")"]
  ])("may do what is ordinary: %s", (_, body) => expect(effectsOf("AutoOpen", body)).toEqual([]))
})
