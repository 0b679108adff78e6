import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import type { Budget } from "../reading/Budget.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { readXml, type XmlOutcome } from "../xml/ReadXml.ts"
import type { XmlAttributes } from "../xml/XmlNames.ts"
import { odfName } from "./OdfNames.ts"
import { isCommandTarget, isExternalTarget, isRemoteTarget } from "./OdfTargets.ts"

/** Languages of files in `Scripts/` by extension. */
const languages: ReadonlyMap<string, string> = new Map([
  ["py", "Python"],
  ["js", "JavaScript"],
  ["bsh", "BeanShell"],
  ["java", "Java"],
  ["vbs", "VBScript"]
])

/** Collects the script sources of a document, in total at most `textCharsMax` characters. */
export class OdfScripts {
  private readonly findings: Findings
  private chars = 0

  constructor(findings: Findings) {
    this.findings = findings
  }

  add(language: string, source: string, where: string): void {
    if (source.trim() === "") return
    const shortened = source.slice(0, Math.max(0, textCharsMax - this.chars))
    if (shortened.length < source.length) this.findings.add({ kind: "cut off", limit: "sources", where: "document" })
    this.chars += shortened.length
    this.findings.add({ kind: "odf macro", language: truncateFactText(language), source: shortened, where })
  }

  /** Adds a file of `Scripts/`. Returns false if its extension is not that of a known language. */
  addFile(bytes: Uint8Array, where: string): boolean {
    const language = languages.get(where.slice(where.lastIndexOf(".") + 1).toLowerCase())
    if (language === undefined) return false
    this.add(language, new TextDecoder().decode(bytes.subarray(0, textCharsMax * 4)), where)
    return true
  }
}

/**
 * Reads a part of `Basic/` or `Dialogs/`: a module with its source, a list of libraries, or a dialog with its events.
 * The libraries may be external.
 */
export const readLibraryPart = (
  bytes: Uint8Array,
  where: string,
  findings: Findings,
  scripts: OdfScripts,
  budget: Budget
): XmlOutcome => {
  let language: string | null = null
  const source: Array<string> = []
  const outcome = readXml(bytes, {
    open: (name, attributes) => {
      const element = odfName(name)
      if (element === "script:module") language = attributes.any("language") ?? "StarBasic"
      else if (element === "script:event") addListener(attributes, where, findings)
      else if (element === "library:library") {
        const target = attributes.any("href") ?? ""
        if (isExternalTarget(target, 0)) {
          findings.add({ kind: "reference", role: "script", target: truncateFactText(target), where })
        }
      }
    },
    text: (text) => {
      if (language !== null) source.push(text)
    }
  }, budget)
  if (language !== null) scripts.add(language, source.join(""), where)
  return outcome
}

/** Reads any other XML part, such as a menu, toolbar or keyboard shortcut that runs a script. */
export const readOtherPart = (bytes: Uint8Array, where: string, findings: Findings, budget: Budget): XmlOutcome =>
  readXml(bytes, {
    open: (_, attributes) => {
      for (const { local, value } of attributes.all()) {
        if (
          (local === "href" || local === "id") && isCommandTarget(value) &&
          !/^\s{0,9}(?:\.uno|slot|service):/i.test(value)
        ) {
          addEvent("command", value, where, findings)
        }
      }
    }
  }, budget)

/**
 * Events that occur without a click, for example when a document or form is loaded, drawn, focused or closed. Sources:
 * ODF 1.3 part 3, 19.435, and the names that OpenOffice and LibreOffice write.
 */
const automaticEvents: ReadonlySet<string> = new Set([
  "load",
  "loadfinished",
  "reload",
  "unload",
  "prepareunload",
  "new",
  "create",
  "created",
  "startapp",
  "closeapp",
  "focus",
  "blur",
  "unfocus",
  "activate",
  "deactivate",
  "viewcreated",
  "prepareviewclosing",
  "viewclose",
  "viewclosed",
  "layoutfinished",
  "pagecountchange",
  "titlechanged",
  "modechanged",
  "modifychanged",
  "visareachanged",
  "storagechanged",
  "subcomponentopened",
  // A mouse movement triggers the events from `mouseover` to `mouseexit`.
  "mouseover",
  "mouseout",
  "mousemove",
  "mouseenter",
  "mouseexit",
  "positioned",
  "approvepositioned",
  "error"
])

/**
 * Reports whether an event occurs without a click. Accepts spellings such as `dom:load`, `office:load-finished`,
 * `on-load` and `OnLoad`.
 */
const isAutomatic = (event: string): boolean => {
  const name = event.slice(event.lastIndexOf(":") + 1).toLowerCase().replaceAll("-", "")
  return automaticEvents.has(name) || name.startsWith("on") && automaticEvents.has(name.slice(2))
}

export const addEvent = (event: string, target: string, where: string, findings: Findings): void => {
  if (target === "") return
  const fact = { kind: "odf event", event: truncateFactText(event), target: truncateFactText(target), where } as const
  findings.add({ ...fact, isAutomatic: isAutomatic(event) })
  if (isRemoteTarget(target)) {
    findings.add({ kind: "reference", role: "script", target: truncateFactText(target), where })
  }
}

/** Reports the script of a `script:event-listener`, `presentation:event-listener` or `script:event` element. */
export const addListener = (attributes: XmlAttributes, where: string, findings: Findings): void => {
  const target = attributes.any("href") ?? attributes.any("macro-name") ?? ""
  const action = attributes.any("action")
  // Handles click actions of a presentation, most of which navigate within it.
  if (action === "execute") return addEvent("execute", target, where, findings)
  if (action !== undefined && action !== "macro" && action !== "none") {
    if (isRemoteTarget(target)) {
      findings.add({ kind: "link", url: truncateFactText(target), text: null, from: "action", where })
    }
    return
  }
  addEvent(attributes.any("event-name") ?? "", target, where, findings)
}
