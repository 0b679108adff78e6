import type { Procedure } from "./VbaProcedures.ts"

/**
 * Procedures that Word, Excel, PowerPoint, Visio and Project call when a document is opened, shown or closed: nobody has to
 * do anything in it (Microsoft, "Auto macros" and the events of Document, Workbook, Worksheet and Project).
 */
const automatic: ReadonlySet<string> = new Set(
  [
    "autoexec autoopen autonew autoclose autoexit",
    "auto_open auto_close auto_activate auto_deactivate auto_ouvrir",
    "document_open document_new document_close document_beforeclose",
    "document_documentopened document_documentcreated document_runmodeentered",
    "workbook_open workbook_activate workbook_windowactivate workbook_windowresize",
    "workbook_beforeclose workbook_close workbook_deactivate workbook_windowdeactivate",
    "workbook_addininstall workbook_sheetcalculate worksheet_calculate",
    "project_open project_activate project_beforeclose",
    "onslideshowpagechange onslideshowterminate"
  ].flatMap((names) => names.split(" "))
)

/**
 * Events that controls of a document have when they are laid out, drawn, focused or loaded. `Click`, `Change` and the like come
 * from a person.
 */
const controlEvents: ReadonlySet<string> = new Set(
  [
    "layout painted painting resize gotfocus onconnecting onconnected ondisconnected",
    "beforenavigate2 navigatecomplete2 navigateerror documentcomplete beforescriptexecute",
    "downloadbegin downloadcomplete filedownload progresschange propertychange setsecurelockicon",
    "statustextchange titlechange"
  ].flatMap((names) => names.split(" "))
)

/** Modules whose `Main` Word runs by itself. */
const automaticModules = new Set(["autoexec", "autoopen", "autonew", "autoclose", "autoexit"])

/** Whether a procedure runs without anybody asking for it. One that is empty does not count. */
export const isAutomatic = ({ body, isInForm, module, name }: Procedure): boolean => {
  const lower = name.toLowerCase()
  if (body.length === 0) return false
  if (automatic.has(lower)) return true
  if (lower === "main" && automaticModules.has(module.toLowerCase())) return true
  const at = lower.lastIndexOf("_")
  return at > 0 && !isInForm && controlEvents.has(lower.slice(at + 1)) && !formEvent.test(lower)
}

const formEvent = /^userform_/

/** Events that what an automatic procedure does may bring about: it writes into a cell, shows a sheet, makes an object. */
const isBroughtAbout = (name: string): boolean =>
  /^(?:worksheet|workbook|chart|document)_\w*(?:activate|change)$/i.test(name)

/** Events that a form or a class has when code makes it or shows it. */
const isOfMaking = (name: string): boolean =>
  /^(?:userform|class)_(?:initialize|activate|layout|resize|terminate|queryclose)$/i.test(name)

/** Of a procedure, what its code leads to. */
export interface Reaching {
  readonly name: string
  readonly module: string
  /** Words of its body, in lower case. */
  readonly words: ReadonlySet<string>
  /** It has a procedure called by a name that nobody can know before. */
  readonly callsUnknown: boolean
}

/**
 * The procedures that run when those of `starts` run: what they call, and so on; the events of what they show or make; all
 * there are, where one is called by a name that cannot be known.
 */
export const reachedFrom = <P extends Reaching>(starts: ReadonlyArray<P>, all: ReadonlyArray<P>): ReadonlySet<P> => {
  const reached = new Set<P>(starts)
  if (starts.length === 0) return reached
  const byWord = wordsOf(all)
  for (const one of all) if (isBroughtAbout(one.name)) reached.add(one)
  for (const one of reached) {
    if (one.callsUnknown) return new Set(all)
    for (const word of one.words) {
      for (const called of byWord.get(word) ?? []) reached.add(called)
      byWord.delete(word)
    }
  }
  return reached
}

/** By which words each procedure may be meant: its name; its module, if that is a form or class; its control. */
const wordsOf = <P extends Reaching>(all: ReadonlyArray<P>): Map<string, ReadonlyArray<P>> => {
  const byWord = new Map<string, Array<P>>()
  const add = (word: string, one: P): void => {
    const known = byWord.get(word)
    if (known === undefined) byWord.set(word, [one])
    else known.push(one)
  }
  for (const one of all) {
    const name = one.name.toLowerCase()
    add(name, one)
    if (isOfMaking(name)) add(one.module.toLowerCase(), one)
    const control = /^(.+)_(?:change|initialize|timer|statuschange|readystatechange)$/.exec(name)?.[1]
    if (control !== undefined) add(control, one)
  }
  return byWord
}
