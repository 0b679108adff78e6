/**
 * Names that a text of a macro has in it when it starts programs, fetches them, or reaches for what does: programs of Windows
 * that run what they are given (LOLBAS), objects that scripts use (Microsoft, Windows Script Host), functions of Windows.
 * Names of ordinary work with files and other programs of Office are left out.
 */
const inTexts = [
  // Shells, and programs that run or fetch what they are told.
  "powershell|pwsh|cmd\\.exe|cmd\\s{1,4}/[ckqrv]|comspec\\b|mshta|wscript\\.exe|cscript|rundll32|regsvr32|certutil|bitsadmin",
  "wmic\\b|schtasks|msiexec|installutil|msbuild|regasm\\b|regsvcs|cmstp|odbcconf|forfiles|pcalua|osascript",
  // Objects.
  "wscript\\.shell|shell\\.application|adodb\\.stream|(?:server)?xmlhttp\\b|winhttprequest|win32_process\\b",
  "win32_processstartup|schedule\\.service|scriptcontrol|shellbrowserwindow|mmc20\\.application|binaryformatter",
  "72c24dd5-d70a-438b-8a42-98424b88afb8|f935dc22-1cf0-11d0-adb9-00c04fd58a0b|13709620-c279-11ce-a49e-444553540000",
  "9ba05972-f6a8-11cf-a442-00a0c90a8f39|c08afd90-f2a1-11d1-8455-00a0c91f3880",
  // Functions of Windows and of .NET.
  "urldownloadtofile|virtualalloc|virtualprotect|createthread|createremotethread|writeprocessmemory|rtlmovememory",
  "shellexecute|winexec\\b|createprocess|downloadstring|downloadfile|downloaddata|frombase64string|invoke-expression",
  "executeexcel4macro",
  // Places from which programs are started later.
  "currentversion\\\\run|start menu\\\\programs\\\\startup|vbscript:|javascript:|script:https?"
].join("|")

/** Likewise, where nothing parts the name from what is before it. */
const inPaths = "/bin/(?:ba|z)?sh\\b|\\\\xlstart\\b"

const pattern = new RegExp(`\\b(?:${inTexts})|${inPaths}`, "gi")

/** Names of one text that are kept. */
const namesMax = 32

/** Dangerous names in a text, in lower case. */
export const dangerousNamesIn = (text: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const [name] of text.matchAll(pattern)) {
    found.add(name.toLowerCase().replaceAll(/\s+/g, " "))
    if (found.size >= namesMax) break
  }
  return [...found]
}

/** Names that compiled code calls, and that say that a macro starts something, fetches it, or writes it into memory. */
export const dangerousCalls: ReadonlySet<string> = new Set(
  [
    "shell createobject getobject callbyname executeexcel4macro shellexecute shellexecutea wscript wshshell macscript",
    "urldownloadtofile urldownloadtofilea urldownloadtofilew savetofile responsebody createprocess createprocessa winexec",
    "virtualalloc virtualallocex virtualprotect createthread createremotethread writeprocessmemory rtlmovememory"
  ].flatMap((names) => names.split(" "))
)
