import type { Procedure } from "./VbaProcedures.ts"

/**
 * Procedures that Office calls without further user action when a document is opened, shown or closed. Covers Word,
 * Excel, PowerPoint, Visio and Project (Microsoft, "Auto macros", and the events of Document, Workbook, Worksheet and
 * Project).
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
 * Events of document controls that fire on layout, drawing, focus or loading. Excludes `Click`, `Change` and similar
 * events, which require the user.
 */
const controlEvents: ReadonlySet<string> = new Set(
  [
    "layout painted painting resize gotfocus onconnecting onconnected ondisconnected",
    "beforenavigate2 navigatecomplete2 navigateerror documentcomplete beforescriptexecute",
    "downloadbegin downloadcomplete filedownload progresschange propertychange setsecurelockicon",
    "statustextchange titlechange"
  ].flatMap((names) => names.split(" "))
)

/** Modules whose `Main` procedure Word runs automatically. */
const automaticModules = new Set(["autoexec", "autoopen", "autonew", "autoclose", "autoexit"])

/** Reports whether a procedure runs automatically. Empty procedures do not count. */
export const isAutomatic = ({ body, isInForm, module, name }: Procedure): boolean => {
  const lower = name.toLowerCase()
  if (body.length === 0) return false
  if (automatic.has(lower)) return true
  if (lower === "main" && automaticModules.has(module.toLowerCase())) return true
  const at = lower.lastIndexOf("_")
  return at > 0 && !isInForm && controlEvents.has(lower.slice(at + 1)) && !formEvent.test(lower)
}

const formEvent = /^userform_/

/**
 * Reports whether a procedure handles an event that automatic code may trigger. Code triggers such events by writing a
 * cell, showing a sheet or creating an object.
 */
const isTriggeredByCode = (name: string): boolean =>
  /^(?:worksheet|workbook|chart|document)_\w*(?:activate|change)$/i.test(name)

/** Reports whether a procedure handles an event that fires when code creates, shows or closes a form or object. */
const isCreationEvent = (name: string): boolean =>
  /^(?:userform|class)_(?:initialize|activate|layout|resize|terminate|queryclose)$/i.test(name)

/** A procedure with the names that its code can call. */
export interface ProcedureCalls {
  readonly name: string
  readonly module: string
  /** Words of the procedure's body, and names of procedures that calls such as `Run` name, in lower case. */
  readonly words: ReadonlySet<string>
  /** The procedure calls another procedure whose name cannot be computed. */
  readonly callsUnknown: boolean
}

/**
 * Returns `starts` and the procedures that they run. These are called procedures, transitively, and handlers of events
 * that the code triggers. Returns all procedures if one of these calls an unknown name.
 */
export const reachableFrom = <P extends ProcedureCalls>(
  starts: ReadonlyArray<P>,
  all: ReadonlyArray<P>
): ReadonlySet<P> => {
  const reached = new Set<P>(starts)
  if (starts.length === 0) return reached
  const byWord = proceduresByWord(all)
  for (const one of all) if (isTriggeredByCode(one.name)) reached.add(one)
  for (const one of reached) {
    if (one.callsUnknown) return new Set(all)
    for (const word of one.words) {
      for (const called of byWord.get(word) ?? []) reached.add(called)
      byWord.delete(word)
    }
  }
  return reached
}

/**
 * Maps words to the procedures that they may refer to. Such a word is the procedure's name. For an event procedure, it
 * is also the name of the form, class or control.
 */
const proceduresByWord = <P extends ProcedureCalls>(all: ReadonlyArray<P>): Map<string, ReadonlyArray<P>> => {
  const byWord = new Map<string, Array<P>>()
  const add = (word: string, one: P): void => {
    const known = byWord.get(word)
    if (known === undefined) byWord.set(word, [one])
    else known.push(one)
  }
  for (const one of all) {
    const name = one.name.toLowerCase()
    add(name, one)
    if (isCreationEvent(name)) add(one.module.toLowerCase(), one)
    const control = /^(.+)_(?:change|initialize|timer|statuschange|readystatechange)$/.exec(name)?.[1]
    if (control !== undefined) add(control, one)
  }
  return byWord
}
