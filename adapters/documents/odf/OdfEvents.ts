import { factText, type Findings } from "../reading/Findings.ts"
import type { XmlAttributes } from "../xml/XmlNames.ts"
import { isRemote } from "./OdfTargets.ts"

/**
 * Events that need nobody's doing (ODF 1.3 part 3, 19.435, and the names that OpenOffice and LibreOffice write): what happens
 * as a document or a form is opened, drawn, looked at or closed.
 */
const automatic: ReadonlySet<string> = new Set([
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
  // It takes no more than a move of the hand.
  "mouseover",
  "mouseout",
  "mousemove",
  "mouseenter",
  "mouseexit",
  "positioned",
  "approvepositioned",
  "error"
])

/** `dom:load`, `office:load-finished`, `on-load`, `OnLoad`. */
const isAutomatic = (event: string): boolean => {
  const name = event.slice(event.lastIndexOf(":") + 1).toLowerCase().replaceAll("-", "")
  return automatic.has(name) || name.startsWith("on") && automatic.has(name.slice(2))
}

export const addEvent = (event: string, target: string, where: string, findings: Findings): void => {
  if (target === "") return
  const fact = { kind: "odf event", event: factText(event), target: factText(target), where } as const
  findings.add({ ...fact, isAutomatic: isAutomatic(event) })
  if (isRemote(target)) findings.add({ kind: "reference", role: "script", target: factText(target), where })
}

/** `script:event-listener`, `presentation:event-listener`, and `script:event` of dialogs. */
export const addListener = (attributes: XmlAttributes, where: string, findings: Findings): void => {
  const target = attributes.any("href") ?? attributes.any("macro-name") ?? ""
  const action = attributes.any("action")
  // What a presentation does on a click: nearly all of it stays within the presentation.
  if (action === "execute") return addEvent("execute", target, where, findings)
  if (action !== undefined && action !== "macro" && action !== "none") {
    if (isRemote(target)) findings.add({ kind: "link", url: factText(target), text: null, from: "action", where })
    return
  }
  addEvent(attributes.any("event-name") ?? "", target, where, findings)
}
