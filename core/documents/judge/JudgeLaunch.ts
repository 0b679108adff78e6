import type { DocumentAction } from "../facts/DocumentAction.ts"
import { endingOf, hidesItsEnding, runnableEndings } from "../facts/FileKind.ts"
import { shown, type Target } from "../facts/Target.ts"
import { type Finding, finding } from "../reasons/Finding.ts"

/** A program or a file that a PDF opens, by what sets it off, where it lies and what it is by its name. */
export const judgeLaunch = (action: DocumentAction, target: Target, isAutomatic: boolean, where: string): Finding => {
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
export const isDocument = (path: string): boolean => {
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
