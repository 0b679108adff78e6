import type { DocumentAction } from "../facts/DocumentAction.ts"
import type { Fact } from "../facts/Fact.ts"
import { endingOf, hidesItsEnding, runnableEndings } from "../facts/FileKind.ts"
import { isBareAddress, isPlainName, shown, type Target, targetOf } from "../facts/Target.ts"
import { type Finding, finding } from "../reasons/Finding.ts"
import { type AnalyzeScript, judgeScripts } from "./JudgeScripts.ts"

/** Actions of a PDF, each by what sets it off, what it is and where it leads. */
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
      : isPlainName(target.host)
      ? "clickNearby"
      : "click"
    const startsProgram = action.kind === "Launch" && (isAutomatic || !isDocument(action.target ?? ""))
    return [
      finding("CREDENTIAL_LEAK_PATH", leak, [shown(target.host)], where),
      ...startsProgram ? [judgeLaunch(action, target, isAutomatic, where)] : []
    ]
  }
  if (action.kind === "JavaScript") return []
  if (action.kind === "Launch") return [judgeLaunch(action, target, isAutomatic, where)]
  const happens = automatic.get(action.kind) ?? (target.kind === "web" ? "Something is fetched" : undefined)
  if (isAutomatic && happens !== undefined) {
    return [
      action.target === null
        ? finding("AUTO_ACTION", "onOpen", [happens], where)
        : finding("AUTO_ACTION", "onOpenTo", [happens, shown(action.target)], where)
    ]
  }
  if (action.trigger === "unreachable" && target.kind === "web") {
    // A link that an editor took off its page stays behind as an object; by itself it would only open a page.
    return [finding("HIDDEN_OBJECT", action.kind === "URI" ? "link" : "action", [shown(action.target!)], where)]
  }
  return judgeClicked(action, target, where)
}

/** Kinds that may not happen by themselves, and in words. */
const automatic: ReadonlyMap<DocumentAction["kind"], string> = new Map([
  ["URI", "An address is opened"],
  ["GoToR", "Another document is opened"],
  ["GoToE", "An attached document is opened"],
  ["Thread", "A thread of another document is opened"],
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
      // A PDF on one's own disk, at which the tool that made the document found it.
      const isOwn = target.kind === "absolute path" && endingOf(target.path) === "pdf"
      if (!isElsewhere || isOwn) return []
      const place = target.kind === "web" ? "web" : "path"
      return [finding("REMOTE_DOCUMENT_ACTION", place, [shown(action.target!)], where)]
    }
    case "SubmitForm": {
      if (target.kind === "nothing") return []
      const isDoubtful = target.kind === "web" && isBareAddress(target.url.hostname)
      return [finding("FORM_SUBMIT", isDoubtful ? "sendToAddress" : "send", [shown(action.target!)], where)]
    }
    case "ImportData":
      return [
        finding(
          "FORM_SUBMIT",
          target.kind === "web" ? "importWeb" : "importFile",
          [shown(action.target ?? "a file")],
          where
        )
      ]
    case "Movie":
    case "Rendition":
    case "RichMediaExecute":
      return [finding("RICH_MEDIA", "clicked", [], where)]
    case "Sound":
      return [finding("RICH_MEDIA", "sound", [], where)]
    default:
      return []
  }
}

/** A program or a file that a PDF opens, by what sets it off, where it lies and what it is by its name. */
const judgeLaunch = (action: DocumentAction, target: Target, isAutomatic: boolean, where: string): Finding => {
  const what = action.target === null ? "a program" : shown(action.target)
  if (isAutomatic) return finding("LAUNCH_ACTION", "automatic", [what], where)
  const path = target.kind === "relative path" || target.kind === "absolute path"
    ? target.path
    : target.kind === "share"
    ? action.target
    : null
  if (path === null) return finding("LAUNCH_ACTION", "program", [what], where)
  const address = addressOf(target)
  if (address !== null) return finding("LAUNCH_ACTION", address, [what], where)
  if (target.kind === "relative path" && isNameOnly(path)) return finding("LAUNCH_ACTION", "nameOnly", [what], where)
  if (!isDocument(path)) return finding("LAUNCH_ACTION", "program", [what], where)
  if (target.kind !== "relative path") return finding("LAUNCH_ACTION", "fileElsewhere", [what], where)
  return finding("LAUNCH_ACTION", isLink(path) ? "document" : "otherFile", [what], where)
}

/** No program by its ending, nor by that of a word before others, which are then what a program is given. */
const isDocument = (path: string): boolean => {
  const ending = endingOf(path)
  const given = path.split(/\s+/).slice(0, -1).some((word) => isRunnable(word) && endingOf(word) !== "com")
  return ending !== "" && !runnableEndings.has(ending) && !/[\s"]/.test(ending) && !given
}

/**
 * One word without an ending: links that lead nowhere are left so. With nothing given to it, a program of Windows would but show
 * itself; those that wait for commands are not opened all the same.
 */
const isNameOnly = (path: string): boolean => /^[\p{L}\p{N}_-]{1,64}$/u.test(path) && !shells.has(path.toLowerCase())

const shells: ReadonlySet<string> = new Set(
  "bash cmd command control cscript explorer mmc mshta msiexec powershell pwsh regedit regsvr32 rundll32 sh taskmgr wscript wsl wt"
    .split(" ")
)

const isRunnable = (name: string): boolean => runnableEndings.has(endingOf(name))

/**
 * An address that a converter took for a file. Of `(https://…` it makes a folder that nobody has, behind a sign and below no disk
 * or with the colon. A file called `www.a.com` would be run, if there were one.
 */
const addressOf = (target: Target): "addressInBrackets" | "addressOfCom" | null => {
  if (target.kind === "absolute path") {
    return /^[\\/]\W{1,3}https?:?[\\/]/i.test(target.path) && !isRunnable(target.path) ? "addressInBrackets" : null
  }
  if (target.kind !== "relative path") return null
  // Windows has no folder with a colon in its name.
  if (/^[^\w\\/.]{1,3}https?:[\\/]/i.test(target.path) && !isRunnable(target.path)) return "addressInBrackets"
  return /^www\.(?:[a-z0-9-]{1,63}\.){1,4}com[\\/]?$/i.test(target.path) ? "addressOfCom" : null
}

/**
 * A link from document to document, such as tables of contents of collections of files are made of: it opens what lies beside
 * the document, of a kind that is there to be read, under a name that everybody reads in the same way.
 */
const isLink = (path: string): boolean => {
  const file = path.replace(/#[\w=&,-]*$/, "").replace(pageWithQuery, "$1")
  const parts = file.split(/[\\/]/)
  const isPlain = parts.every((part, at) =>
    isPlainlyNamed(part) || (part === ".." || part === ".") && at < parts.length - 1
  )
  return isPlain && (readableEndings.has(endingOf(file)) || file !== path && /\.(?:php|jsp|aspx)$/i.test(file)) &&
    !hidesItsEnding(file)
}

/** Of a page of the web, which no file of Windows can be called. */
const pageWithQuery = /(\.(?:html?|php|jsp|aspx))\?[\w=&;:,./+-]*$/i

/** Nothing in it that shells or Windows take for something else, and no name of a program before its end. */
const isPlainlyNamed = (part: string): boolean =>
  /^[^\s.][^"*:<>?|%^&`$;\p{C}]*$/u.test(part.replaceAll("%20", " ")) && !/\.\.|[\s.]$/.test(part) &&
  !part.split(/\s+/).slice(0, -1).some(isRunnable)

/** Texts, pages, pictures, films and tables; of Office not what says that it has macros. */
const readableEndings: ReadonlySet<string> = new Set(
  ("avi bib bmp csv dat djvu doc docx epub gif htm html jpeg jpg json log m4a m4v md mov mp3 mp4 mpeg mpg odp ods odt ogg ogv " +
    "pdf png pps ppsx ppt pptx rtf svg tex tif tiff tsv txt wav webm webp wmv xhtml xls xlsx xml xpt").split(" ")
)
