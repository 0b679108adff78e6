import type { Fact, XfaEvent } from "../facts/Fact.ts"
import { shown, targetOf } from "../facts/Target.ts"
import { type Finding, finding } from "../reasons/Finding.ts"
import { analyzeScript } from "../scripts/AnalyzeScript.ts"
import { isVendors } from "./JudgeScripts.ts"

/** Activities that nobody has to do anything for (XFA Specification 3.3, chapter 10, "Events"). */
const automatic =
  /^(?:initialize|ready|docReady|docClose|preOpen|postOpen|prePrint|postPrint|preSave|postSave|preSubmit|postSubmit|indexChange|calculate|validate)$/

/**
 * An XML form. Governments' forms are full of scripts that show, hide and check fields, so that scripts by themselves say
 * little; what counts is where they reach.
 */
export const judgeXfa = (
  { scripts, submits, where }: Extract<Fact, { readonly kind: "xfa form" }>
): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  for (const { activity, text } of submits) {
    const target = targetOf(text)
    if (target.kind === "share") {
      findings.push(finding("CREDENTIAL_LEAK_PATH", "form", [shown(text)], where))
    } else if (automatic.test(activity) && target.kind !== "nothing") {
      findings.push(finding("AUTO_ACTION", "formSent", [shown(text)], where))
    }
  }
  for (const event of scripts) {
    const danger = dangerOf(event)
    if (danger !== null) findings.push(finding("JAVASCRIPT", "dangerousInForm", [danger], where))
  }
  const isSending = submits.some(({ text }) => targetOf(text).kind === "web")
  findings.push(finding("XFA_FORM", isSending ? "sending" : scripts.length > 0 ? "scripted" : "plain", [], where))
  return findings
}

const dangerOf = ({ activity, text }: XfaEvent): string | null => {
  // FormCalc's own ways to the network (XFA Specification 3.3, "URL functions").
  const fetches = /\b(?:Get|Post|Put)\s{0,20}\(\s{0,20}["']\s{0,20}(?:https?|ftp):/i.test(text)
  if (fetches && automatic.test(activity)) return "calls an address by itself"
  const { exploits, hiding, opens, reaches, uncPaths, urls } = analyzeScript(text)
  if (exploits.length > 0) return `calls ${exploits[0]} as attacks on the reader do`
  if (uncPaths.length > 0) return `names the share ${shown(uncPaths[0]!)}`
  if (hiding !== null) return `hides what it does: ${hiding}`
  const isVendorOnly = urls.length > 0 && urls.every(isVendors)
  const [call] = [...reaches, ...isVendorOnly ? [] : opens]
  return automatic.test(activity) && call !== undefined ? `calls ${call} by itself` : null
}
