import type { DocumentAction } from "../facts/DocumentAction.ts"
import type { Fact } from "../facts/Fact.ts"
import { extensionOf, hidesExtension, runnableExtensions } from "../facts/FileKind.ts"
import { isBareAddress, isLocalHost, type Target, targetOf, truncateToLine } from "../facts/Target.ts"
import { type Finding, makeFinding } from "../reasons/Finding.ts"
import { type AnalyzeScript, judgeScripts } from "./JudgeScripts.ts"

/** Judges the actions of a PDF by trigger, type and target. */
export const judgeActions = (facts: ReadonlyArray<Fact>, analyze?: AnalyzeScript): ReadonlyArray<Finding> => {
  const actions = facts.filter((fact) => fact.kind === "action")
  return [...actions.flatMap(({ action, where }) => judgeAction(action, where)), ...judgeScripts(actions, analyze)]
}

const judgeAction = (action: DocumentAction, where: string): ReadonlyArray<Finding> => {
  const target = targetOf(action.target)
  const isAutomatic = action.trigger === "open" || action.trigger === "field"
  if (target.kind === "share") {
    const leak = isAutomatic
      ? "automatic"
      : action.kind === "URI"
      ? "linkAction"
      : isLocalHost(target.host)
      ? "clickNearby"
      : "click"
    const startsProgram = action.kind === "Launch" && (isAutomatic || !isDocument(action.target ?? ""))
    return [
      makeFinding("CREDENTIAL_LEAK_PATH", leak, [truncateToLine(target.host)], where),
      ...startsProgram ? [judgeLaunch(action, target, isAutomatic, where)] : []
    ]
  }
  if (action.kind === "JavaScript") return []
  if (action.kind === "Launch") return [judgeLaunch(action, target, isAutomatic, where)]
  const happens = automatic.get(action.kind) ?? (target.kind === "web" ? "Something is fetched" : undefined)
  if (isAutomatic && happens !== undefined) {
    return [
      action.target === null
        ? makeFinding("AUTO_ACTION", "onOpen", [happens], where)
        : makeFinding("AUTO_ACTION", "onOpenTo", [happens, truncateToLine(action.target)], where)
    ]
  }
  if (action.trigger === "unreachable" && target.kind === "web") {
    // After an editor removes a link from its page, the link's object remains in the file. Such a link would only open
    // a web page.
    return [
      makeFinding("HIDDEN_OBJECT", action.kind === "URI" ? "link" : "action", [truncateToLine(action.target!)], where)
    ]
  }
  return judgeClicked(action, target, where)
}

/** Action types that are reported if they run automatically, with a sentence that describes each. */
const automatic: ReadonlyMap<DocumentAction["kind"], string> = new Map([
  ["URI", "A web address is opened"],
  ["GoToR", "Another document is opened"],
  ["GoToE", "An attached document is opened"],
  ["Thread", "A thread in another document is opened"],
  ["SubmitForm", "A form is sent"],
  ["ImportData", "Data is imported"],
  ["Rendition", "Media is played"],
  ["Movie", "A movie is played"],
  ["RichMediaExecute", "Rich media is run"]
])

const judgeClicked = (action: DocumentAction, target: Target, where: string): ReadonlyArray<Finding> => {
  switch (action.kind) {
    case "GoToR":
    case "GoToE":
    case "Thread": {
      const isElsewhere = target.kind !== "nothing" && target.kind !== "relative path"
      // Programs that create PDFs record paths of other PDFs on the author's disk. These paths are harmless.
      const isOwn = target.kind === "absolute path" && extensionOf(target.path) === "pdf"
      if (!isElsewhere || isOwn) return []
      const place = target.kind === "web" ? "web" : "path"
      return [makeFinding("REMOTE_DOCUMENT_ACTION", place, [truncateToLine(action.target!)], where)]
    }
    case "SubmitForm": {
      if (target.kind === "nothing") return []
      const isDoubtful = target.kind === "web" && isBareAddress(target.url.hostname)
      return [
        makeFinding("FORM_SUBMIT", isDoubtful ? "sendToAddress" : "send", [truncateToLine(action.target!)], where)
      ]
    }
    case "ImportData":
      return [
        makeFinding(
          "FORM_SUBMIT",
          target.kind === "web" ? "importWeb" : "importFile",
          [truncateToLine(action.target ?? "a file")],
          where
        )
      ]
    case "Movie":
    case "Rendition":
    case "RichMediaExecute":
      return [makeFinding("RICH_MEDIA", "clicked", [], where)]
    case "Sound":
      return [makeFinding("RICH_MEDIA", "sound", [], where)]
    default:
      return []
  }
}

/** Judges a program or file that a PDF opens, by its trigger, location and name. */
const judgeLaunch = (action: DocumentAction, target: Target, isAutomatic: boolean, where: string): Finding => {
  const what = action.target === null ? "a program" : truncateToLine(action.target)
  if (isAutomatic) return makeFinding("LAUNCH_ACTION", "automatic", [what], where)
  const path = target.kind === "relative path" || target.kind === "absolute path"
    ? target.path
    : target.kind === "share"
    ? action.target
    : null
  if (path === null) return makeFinding("LAUNCH_ACTION", "program", [what], where)
  const address = addressOf(target)
  if (address !== null) return makeFinding("LAUNCH_ACTION", address, [what], where)
  if (target.kind === "relative path" && isNameOnly(path)) {
    return makeFinding("LAUNCH_ACTION", "nameOnly", [what], where)
  }
  if (!isDocument(path)) return makeFinding("LAUNCH_ACTION", "program", [what], where)
  if (target.kind !== "relative path") return makeFinding("LAUNCH_ACTION", "fileElsewhere", [what], where)
  return makeFinding("LAUNCH_ACTION", isPlainDocumentLink(path) ? "document" : "otherFile", [what], where)
}

/**
 * Reports whether a path names a document. A path names a program if it has a program's extension, or if one of its
 * earlier words names a program, whose arguments follow.
 */
const isDocument = (path: string): boolean => {
  const ending = extensionOf(path)
  const given = path.split(/\s+/).slice(0, -1).some((word) => isRunnable(word) && extensionOf(word) !== "com")
  return ending !== "" && !runnableExtensions.has(ending) && !/[\s"]/.test(ending) && !given
}

/**
 * Reports whether a path is one word without an extension, as in dead links. Excludes shells and similar tools. Any
 * other program would only show its window, because it starts without arguments.
 */
const isNameOnly = (path: string): boolean => /^[\p{L}\p{N}_-]{1,64}$/u.test(path) && !shells.has(path.toLowerCase())

const shells: ReadonlySet<string> = new Set(
  "bash cmd command control cscript explorer mmc mshta msiexec powershell pwsh regedit regsvr32 rundll32 sh taskmgr wscript wsl wt"
    .split(" ")
)

const isRunnable = (name: string): boolean => runnableExtensions.has(extensionOf(name))

/**
 * Detects a web address that a converter mistook for a file name. A path made from `(https://…` cannot exist, because
 * it contains a colon or starts with punctuation without a drive. A file named `www.a.com` would run if it existed.
 */
const addressOf = (target: Target): "addressInBrackets" | "addressOfCom" | null => {
  if (target.kind === "absolute path") {
    return /^[\\/]\W{1,3}https?:?[\\/]/i.test(target.path) && !isRunnable(target.path) ? "addressInBrackets" : null
  }
  if (target.kind !== "relative path") return null
  // Such a path cannot exist, because Windows does not allow a colon in folder names.
  if (/^[^\w\\/.]{1,3}https?:[\\/]/i.test(target.path) && !isRunnable(target.path)) return "addressInBrackets"
  return /^www\.(?:[a-z0-9-]{1,63}\.){1,4}com[\\/]?$/i.test(target.path) ? "addressOfCom" : null
}

/**
 * Reports whether a path is a plain link from document to document, as in the table of contents of a file collection.
 * The path must have an extension that is safe to read and a name without deceptive or special characters.
 */
const isPlainDocumentLink = (path: string): boolean => {
  const file = path.replace(/#[\w=&,-]*$/, "").replace(pageWithQuery, "$1")
  const parts = file.split(/[\\/]/)
  const isPlain = parts.every((part, at) =>
    hasPlainName(part) || (part === ".." || part === ".") && at < parts.length - 1
  )
  return isPlain && (readableExtensions.has(extensionOf(file)) || file !== path && /\.(?:php|jsp|aspx)$/i.test(file)) &&
    !hidesExtension(file)
}

/** Query string of a web page, which a Windows file name cannot contain. */
const pageWithQuery = /(\.(?:html?|php|jsp|aspx))\?[\w=&;:,./+-]*$/i

/**
 * Reports whether a path segment has no characters with a special meaning to shells or Windows. None of its words
 * except the last may name a program.
 */
const hasPlainName = (part: string): boolean =>
  /^[^\s.][^"*:<>?|%^&`$;\p{C}]*$/u.test(part.replaceAll("%20", " ")) && !/\.\.|[\s.]$/.test(part) &&
  !part.split(/\s+/).slice(0, -1).some(isRunnable)

/**
 * Extensions of documents, web pages, pictures, audio, video and tables. Excludes the Office types for files with
 * macros, such as `docm`.
 */
const readableExtensions: ReadonlySet<string> = new Set(
  ("avi bib bmp csv dat djvu doc docx epub gif htm html jpeg jpg json log m4a m4v md mov mp3 mp4 mpeg mpg odp ods odt ogg ogv " +
    "pdf png pps ppsx ppt pptx rtf svg tex tif tiff tsv txt wav webm webp wmv xhtml xls xlsx xml xpt").split(" ")
)
