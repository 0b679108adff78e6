import { dangerousNamesIn } from "./DangerousNames.ts"
import type { Call } from "./VbaFolding.ts"
import type { Declaration } from "./VbaProcedures.ts"
import { isFullyKnown, ownValue, textOrUnknown, type VbaValue } from "./VbaValue.ts"

/** Dangerous effect of a call. Ordinary office macros do not make such calls automatically. */
export interface CallEffect {
  /** `contacts`: fetches or sends data, or presses keys, which is ordinary behind a button. */
  readonly kind: "writes" | "executes" | "contacts" | "mails"
  readonly label: string
}

/** Maximum characters of an effect's label. */
const labelCharsMax = 80

const writes = (what: string): CallEffect => ({ kind: "writes", label: what.slice(0, labelCharsMax) })
const executes = (what: string): CallEffect => ({ kind: "executes", label: what.slice(0, labelCharsMax) })

const contacts = (what: string): CallEffect => ({ kind: "contacts", label: what.slice(0, labelCharsMax) })

/** Calls that send the document, whatever their arguments. */
const sendingCalls: Readonly<Record<string, string>> = {
  sendmail: "SendMail",
  sendforreview: "SendForReview",
  sendfaxoverinternet: "SendFaxOverInternet",
  routedocument: "RouteDocument"
}

/** Keys that move the selection or recalculate, which office macros press. */
const harmlessKeys =
  /^(?:[+^%]?\{(?:f9|f5|esc|enter|tab|home|end|up|down|left|right|numlock|pgup|pgdn|del)(?: \d{1,3})?\}|~){1,40}$/i

/** Objects that send requests to servers. */
const requestObject = /xmlhttp|winhttp\.winhttprequest|internetexplorer\.application|inetctls\.inet|urldownload/i
/** Objects of mail programs, which count if the macro also sends. */
const mailObject =
  /^(?:outlook\.application|cdo\.message|cdonts\.newmail|mapi\.session|lotus\.notessession|notes\.notessession)/i

/**
 * Calls that write or delete files, registry values or code, whatever their arguments. Excludes `SaveAs`, `MkDir`,
 * `SetAttr` and `SaveSetting`, because office macros commonly use them and they only write what the document contains.
 */
const writingCalls: Readonly<Record<string, string>> = {
  filecopy: "FileCopy",
  copyfile: "CopyFile",
  kill: "Kill",
  deletefile: "DeleteFile",
  deletefolder: "DeleteFolder",
  savetofile: "SaveToFile",
  regwrite: "RegWrite",
  setstringvalue: "SetStringValue",
  setexpandedstringvalue: "SetExpandedStringValue",
  setbinaryvalue: "SetBinaryValue",
  addfromstring: "AddFromString",
  addfromfile: "AddFromFile",
  insertlines: "InsertLines",
  organizercopy: "OrganizerCopy"
}

/** Calls that start code, whatever their arguments. */
const startingCalls: Readonly<Record<string, string>> = {
  shellexecute: "ShellExecute",
  macscript: "MacScript",
  applescripttask: "AppleScriptTask",
  execscript: "execScript",
  execmethod_: "ExecMethod_",
  invokeverb: "InvokeVerb",
  registerxll: "RegisterXLL",
  addcode: "AddCode",
  transformnode: "transformNode"
}

/** Extensions of data files, which are not executed. */
const dataExtension = /\.(?:txt|log|csv|tsv|ini|json|md|prn|dat)$/i
const programExtension = /\.(?:exe|scr|com|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|lnk|msi|dll|pif|cpl|jar|sct|xsl|iqy)\b/i
/** Monikers that create an object from a remote source or by its class (Microsoft, GetObject). */
const activeMoniker = /^(?:new|script|scriptlet|https?|clsid|mhtml):/i
/** Excel 4.0 functions that reach beyond the sheet (MS-XLS 2.5.198.17). */
const activeFormula = /\b(?:call|exec|register(?:\.id)?|fopen|fwrite(?:ln)?|run|formula|send\.keys)\s*\(/i
const callTypes = /^(?:run|exec|create|shellexecute|open|shell|invokeverb|savetofile|execscript)$/i

/**
 * Returns the effect of a call, judged by its name and arguments; null if the call is ordinary. `CreateObject`,
 * `GetObject`, `CallByName` and `ExecuteExcel4Macro` are not ordinary if their argument is unknown.
 */
export const effectOf = ({ name, receiver, values }: Call): CallEffect | null => {
  const written = ownValue(writingCalls, name)
  if (written !== undefined) return writes(written)
  const started = ownValue(startingCalls, name)
  if (started !== undefined) return executes(started)
  const sent = ownValue(sendingCalls, name)
  if (sent !== undefined) return contacts(sent)
  const texts = values.map(textOrUnknown)
  const first = texts[0] ?? ""
  switch (name) {
    case "shell":
      return receiver === "" || receiver === "vba" || receiver === "interaction" ? executes("Shell") : null
    case "createobject":
      return objectEffect(first)
    case "getobject":
      return getObjectEffect(first)
    case "get":
      return processClass.test(first) ? executes("Win32_Process") : null
    case "callbyname":
      return isFullyKnown(texts[1] ?? "") && !callTypes.test(texts[1] ?? "") ? null : executes("CallByName")
    case "executeexcel4macro":
      return isFullyKnown(first) && !activeFormula.test(first) ? null : executes("ExecuteExcel4Macro")
    case "run":
    case "exec":
    case "create":
      return isCommand(values[0] ?? null)
        ? executes(`.${name === "run" ? "Run" : name === "exec" ? "Exec" : "Create"}`)
        : null
    case "sendkeys":
      if (dangerousNamesIn(first).length > 0) return executes("SendKeys")
      return harmlessKeys.test(first) ? null : contacts("SendKeys")
    case "followhyperlink":
      return programExtension.test(first) || /^(?:file:|\\\\)/i.test(first) ? executes("FollowHyperlink") : null
    case "createtextfile":
    case "opentextfile":
      return name === "opentextfile" && !writingModes.has(values[1] ?? null)
        ? null
        : openEffect(values[0] ?? null, name)
    case "import":
      return receiver === "vbcomponents" ? writes("VBComponents.Import") : null
    case "add":
      return receiver === "querytables" && /^(?:url;)?https?:/i.test(first) ? contacts("QueryTables.Add") : null
    case "ddeinitiate":
      return /^(?:cmd|powershell|mshta)/i.test(first) ? executes("DDEInitiate") : null
    default:
      return null
  }
}

/** Values of `ForWriting` and `ForAppending`, modes of a FileSystemObject. */
const writingModes: ReadonlySet<VbaValue> = new Set([2, 8])

/** Returns the effect of `Open path For Output` and similar; null for reading, and for data files such as logs. */
export const openEffect = (path: VbaValue, mode: string): CallEffect | null =>
  mode === "input" || dataExtension.test(textOrUnknown(path)) ? null : writes(openNames[mode] ?? mode)

const openNames: Readonly<Record<string, string>> = {
  append: "Open For Append",
  binary: "Open For Binary",
  output: "Open For Output",
  random: "Open For Random",
  createtextfile: "CreateTextFile",
  opentextfile: "OpenTextFile"
}

/** Returns the effect of an assignment to a document's template, a registry entry or the macro protection. */
export const setEffect = (name: string, value: VbaValue): CallEffect | null => {
  if (name === "privateprofilestring") return writes("PrivateProfileString")
  if (name === "virusprotection") return writes("VirusProtection")
  return name === "attachedtemplate" && /^(?:https?:|\\\\)/i.test(textOrUnknown(value))
    ? executes("AttachedTemplate")
    : null
}

/** Objects with which a script starts, fetches or stores programs. */
const activeObject =
  /wscript\.shell|shell\.application|adodb\.stream|schedule\.service|scriptcontrol|mmc20|shellbrowserwindow|binaryformatter|memorystream|windowsinstaller|microsoft\.cmdlet|excel\.application\.\w+!/i

const objectEffect = (text: string): CallEffect | null => {
  if (activeObject.test(text) || activeMoniker.test(text)) {
    return executes(`CreateObject("${text.replaceAll("\0", "…")}")`)
  }
  if (requestObject.test(text)) return contacts(`CreateObject("${text.replaceAll("\0", "…")}")`)
  if (mailObject.test(text)) return { kind: "mails", label: text.slice(0, labelCharsMax) }
  return isFullyKnown(text) ? null : executes("CreateObject")
}

/** WMI class that starts processes; `Win32_Processor` is a different class. */
const processClass = /win32_process(?:startup)?\b/i

const getObjectEffect = (text: string): CallEffect | null => {
  if (activeMoniker.test(text) || activeObject.test(text) || processClass.test(text)) {
    return executes(`GetObject("${text.replaceAll("\0", "…")}")`)
  }
  return text.startsWith("\0") && text.length === 1 ? executes("GetObject") : null
}

/** Reports whether the value is a command line that names a program. */
const isCommand = (value: VbaValue): boolean => {
  const text = typeof value === "string" ? value : ""
  return dangerousNamesIn(text).length > 0 || programExtension.test(text)
}

/** Windows functions that load code into memory and run it, start programs, or download files. */
const activeFunctions: Readonly<Record<string, CallEffect["kind"]>> = {
  urldownloadtofile: "writes",
  urldownloadtocachefile: "writes",
  writeprocessmemory: "writes",
  ntwritevirtualmemory: "writes",
  virtualalloc: "executes",
  virtualallocex: "executes",
  virtualprotect: "executes",
  heapcreate: "executes",
  ntallocatevirtualmemory: "executes",
  zwallocatevirtualmemory: "executes",
  mapviewoffile: "executes",
  createthread: "executes",
  createremotethread: "executes",
  rtlcreateuserthread: "executes",
  queueuserapc: "executes",
  createprocess: "executes",
  createprocessasuser: "executes",
  winexec: "executes",
  shellexecute: "executes",
  shellexecuteex: "executes",
  loadlibrary: "executes",
  loadlibraryex: "executes",
  dispcallfunc: "executes",
  system: "executes",
  popen: "executes",
  execve: "executes"
}

/** Folders to which every program can write. */
const writableFolders = /\b(?:temp|tmp|appdata|programdata|public|downloads)\b/i

/** Reports whether a declaration imports a function of a system library by its number, which hides its name. */
const isNumbered = ({ alias, library }: Declaration): boolean =>
  /^#\d{1,6}$/.test(alias) && /^(?:kernel32|kernelbase|ntdll)(?:\.dll)?$/i.test(library)

/**
 * Returns the effect of a declared function; null for functions that office macros commonly declare. Those are, for
 * example, functions for windows, pauses and user names. A library at an address, on a share or in a writable folder is
 * not part of Windows.
 */
export const declarationEffect = (declaration: Declaration): CallEffect | null => {
  const { alias, library } = declaration
  const plain = alias.toLowerCase()
  const kind = activeFunctions[plain] ?? activeFunctions[plain.replace(/[aw]$/, "")]
  if (kind !== undefined) return { kind, label: `Declare ${alias.slice(0, labelCharsMax)}` }
  return isNumbered(declaration) ||
      /^(?:https?:|\\\\)/i.test(library) || writableFolders.test(library.slice(library.search(/[\\/]|$/)))
    ? executes(`Declare ${alias} Lib "${library}"`)
    : null
}
