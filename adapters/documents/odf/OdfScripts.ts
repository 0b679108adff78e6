import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import type { Budget } from "../reading/Budget.ts"
import { factText, type Findings } from "../reading/Findings.ts"
import { readXml, type XmlOutcome } from "../xml/ReadXml.ts"
import { addEvent, addListener } from "./OdfEvents.ts"
import { odfName } from "./OdfNames.ts"
import { isCommand, isOuter } from "./OdfTargets.ts"

/** Languages of `Scripts/`, by the extension of a file. */
const languages: ReadonlyMap<string, string> = new Map([
  ["py", "Python"],
  ["js", "JavaScript"],
  ["bsh", "BeanShell"],
  ["java", "Java"],
  ["vbs", "VBScript"]
])

/** Sources of a document, which together are no longer than `textCharsMax`. */
export class OdfScripts {
  private readonly findings: Findings
  private chars = 0

  constructor(findings: Findings) {
    this.findings = findings
  }

  add(language: string, source: string, where: string): void {
    if (source.trim() === "") return
    const kept = source.slice(0, Math.max(0, textCharsMax - this.chars))
    if (kept.length < source.length) this.findings.add({ kind: "cut off", limit: "sources", where: "document" })
    this.chars += kept.length
    this.findings.add({ kind: "odf macro", language: factText(language), source: kept, where })
  }

  /** A file of `Scripts/`; false: it is none that is read as text. */
  addFile(bytes: Uint8Array, where: string): boolean {
    const language = languages.get(where.slice(where.lastIndexOf(".") + 1).toLowerCase())
    if (language === undefined) return false
    this.add(language, new TextDecoder().decode(bytes.subarray(0, textCharsMax * 4)), where)
    return true
  }
}

/**
 * A part of `Basic/` or `Dialogs/`: a module with its source, a list of libraries, of which some may lie elsewhere, or a dialog
 * with its events.
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
        if (isOuter(target, 0)) findings.add({ kind: "reference", role: "script", target: factText(target), where })
      }
    },
    text: (text) => {
      if (language !== null) source.push(text)
    }
  }, budget)
  if (language !== null) scripts.add(language, source.join(""), where)
  return outcome
}

/** Any other XML: a menu, a tool bar or a key that runs a script. */
export const readOtherPart = (bytes: Uint8Array, where: string, findings: Findings, budget: Budget): XmlOutcome =>
  readXml(bytes, {
    open: (_, attributes) => {
      for (const { local, value } of attributes.all()) {
        if (
          (local === "href" || local === "id") && isCommand(value) && !/^\s{0,9}(?:\.uno|slot|service):/i.test(value)
        ) {
          addEvent("command", value, where, findings)
        }
      }
    }
  }, budget)
