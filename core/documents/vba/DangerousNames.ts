/**
 * Patterns of names in strings that indicate that a macro starts or downloads programs. Covers Windows programs that
 * execute their arguments (LOLBAS), scripting objects (Microsoft, Windows Script Host) and Windows functions. Excludes
 * names that ordinary file handling and Office automation use.
 */
const inTexts = [
  // Shells, and programs that execute or download their arguments.
  "powershell|pwsh|cmd\\.exe|cmd\\s{1,4}/[ckqrv]|comspec\\b|mshta|wscript\\.exe|cscript|rundll32|regsvr32|certutil|bitsadmin",
  "wmic\\b|schtasks|msiexec|installutil|msbuild|regasm\\b|regsvcs|cmstp|odbcconf|forfiles|pcalua|osascript",
  // Names and class IDs of objects that scripts use.
  "wscript\\.shell|shell\\.application|adodb\\.stream|(?:server)?xmlhttp\\b|winhttprequest|win32_process\\b",
  "win32_processstartup|schedule\\.service|scriptcontrol|shellbrowserwindow|mmc20\\.application|binaryformatter",
  "72c24dd5-d70a-438b-8a42-98424b88afb8|f935dc22-1cf0-11d0-adb9-00c04fd58a0b|13709620-c279-11ce-a49e-444553540000",
  "9ba05972-f6a8-11cf-a442-00a0c90a8f39|c08afd90-f2a1-11d1-8455-00a0c91f3880",
  // Windows and .NET functions.
  "urldownloadtofile|virtualalloc|virtualprotect|createthread|createremotethread|writeprocessmemory|rtlmovememory",
  "shellexecute|winexec\\b|createprocess|downloadstring|downloadfile|downloaddata|frombase64string|invoke-expression",
  "executeexcel4macro",
  // Locations from which programs start later, and addresses of scripts.
  "currentversion\\\\run|start menu\\\\programs\\\\startup|vbscript:|javascript:|script:https?"
].join("|")

/** Patterns of paths, which need no word boundary before them. */
const inPaths = "/bin/(?:ba|z)?sh\\b|\\\\xlstart\\b"

const pattern = new RegExp(`\\b(?:${inTexts})|${inPaths}`, "gi")

/** Maximum number of names that `dangerousNamesIn` returns. */
const namesMax = 32

/** Returns the dangerous names in text, in lower case. */
export const dangerousNamesIn = (text: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const [name] of text.matchAll(pattern)) {
    found.add(name.toLowerCase().replaceAll(/\s+/g, " "))
    if (found.size >= namesMax) break
  }
  return [...found]
}

/** Names in compiled code that show that a macro starts or downloads programs, or writes code into memory. */
export const dangerousCalls: ReadonlySet<string> = new Set(
  [
    "shell createobject getobject callbyname executeexcel4macro shellexecute shellexecutea wscript wshshell macscript",
    "urldownloadtofile urldownloadtofilea urldownloadtofilew savetofile responsebody createprocess createprocessa winexec",
    "virtualalloc virtualallocex virtualprotect createthread createremotethread writeprocessmemory rtlmovememory"
  ].flatMap((names) => names.split(" "))
)
