import type { Findings } from "../../reading/Findings.ts"
import type { PdfFile } from "../objects/PdfFile.ts"
import { locationOf } from "../objects/PdfTrailers.ts"
import { findActions, type PdfAction } from "./PdfActions.ts"

/**
 * Finds actions that a viewer reaches in one of two readings of a file. Does not compare links on which a reader
 * clicks: they are judged by their addresses, and revisions of a document can differ in them.
 */
export const findDisagreements = (one: PdfFile, other: PdfFile, findings: Findings): void => {
  const [first, second] = [reachedActions(one), reachedActions(other)]
  for (const [actions, others] of [[first, second], [second, first]] as const) {
    for (const [name, { kind, object }] of actions) {
      if (others.has(name)) continue
      findings.add({ kind: "disagreement", detail: `/${kind}`, where: locationOf(object) })
    }
  }
}

/** Returns the actions that a key of the document leads to, by all that determines their effect. */
const reachedActions = (file: PdfFile): ReadonlyMap<string, PdfAction> => {
  const reached = new Map<string, PdfAction>()
  for (const action of findActions(file)) {
    const { kind, script, target, trigger } = action
    if (trigger === "unreachable" || trigger === "click" && kind === "URI") continue
    reached.set(JSON.stringify([kind, trigger, target, script]), action)
  }
  return reached
}
