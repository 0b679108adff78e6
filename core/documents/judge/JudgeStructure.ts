import type { Fact, XfaEvent } from "../facts/Fact.ts"
import { shortLine, targetOf } from "../facts/Target.ts"
import { type Finding, finding } from "../reasons/Finding.ts"
import { analyzeScript } from "../scripts/AnalyzeScript.ts"
import { isVendorUrl } from "./JudgeScripts.ts"

/** Judges the structure of the file: encryption, damage, hidden or oversized content, and formats nested in formats. */
export const judgeStructure = (facts: ReadonlyArray<Fact>, hasMacros: boolean): ReadonlyArray<Finding> =>
  facts.flatMap((fact) => judgeFact(fact, hasMacros))

const judgeFact = (fact: Fact, hasMacros: boolean): ReadonlyArray<Finding> => {
  const { where } = fact
  switch (fact.kind) {
    case "encrypted":
      return judgeEncrypted(fact.opened, hasMacros, where)
    case "damaged":
      return [finding("MALFORMED", "damaged", [shortLine(fact.detail)], where)]
    case "cut off":
      // Clickable links are read anyway; links past the first million characters of text say little about the document.
      return [finding("PARTIAL_SCAN", fact.limit === "text" ? "text" : "limit", [shortLine(fact.limit)], where)]
    case "unread":
      return [finding("UNREAD_CONTENT", "content", [shortLine(fact.detail)], where)]
    case "bomb":
      return [finding("RESOURCE_BOMB", "growth", [shortLine(fact.detail)], where)]
    case "xml entity":
      if (fact.entity === "expansion") return [finding("RESOURCE_BOMB", "growth", ["XML entities"], where)]
      return [finding("XML_EXTERNAL_ENTITY", fact.entity, [], where)]
    case "tampered archive":
      return [finding("ARCHIVE_TAMPERED", "contradiction", [shortLine(fact.detail)], where)]
    case "polyglot":
      return [finding("POLYGLOT", "otherType", [shortLine(fact.other)], where)]
    case "disguise":
      return [
        fact.detail.startsWith("/")
          ? finding("OBFUSCATED_NAMES", "escapes", [shortLine(fact.detail)], where)
          : finding("OBFUSCATED_OBJECT", "disguised", [shortLine(fact.detail)], where)
      ]
    case "hidden object":
      return [finding("HIDDEN_OBJECT", "unused", [shortLine(fact.detail)], where)]
    case "rich media":
      return [
        finding(
          "RICH_MEDIA",
          /3d|u3d|prc|sound/i.test(fact.detail) ? "plain" : "active",
          [shortLine(fact.detail)],
          where
        )
      ]
    case "xfa form":
      return judgeXfa(fact)
    case "exploit":
      return [finding("EXPLOIT", "known", [shortLine(fact.detail)], where)]
    default:
      return []
  }
}

const judgeEncrypted = (
  opened: "empty password" | "default password" | null,
  hasMacros: boolean,
  where: string
): ReadonlyArray<Finding> => {
  // Encrypted only against changes: every reader can open it.
  if (opened === "empty password") return []
  if (opened === null) return [finding("ENCRYPTED", "unknownPassword", [], where)]
  return [finding("ENCRYPTED_DEFAULT_PASSWORD", hasMacros ? "macros" : "plain", [], where)]
}

/** Activities that need no user action (XFA Specification 3.3, chapter 10, "Events"). */
const automatic =
  /^(?:initialize|ready|docReady|docClose|preOpen|postOpen|prePrint|postPrint|preSave|postSave|preSubmit|postSubmit|indexChange|calculate|validate)$/

/**
 * Judges an XFA form. Government forms contain many scripts that show, hide and check fields, so scripts alone mean
 * little; the penalty depends on what they reach.
 */
export const judgeXfa = (
  { scripts, submits, where }: Extract<Fact, { readonly kind: "xfa form" }>
): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  for (const { activity, text } of submits) {
    const target = targetOf(text)
    if (target.kind === "share") {
      findings.push(finding("CREDENTIAL_LEAK_PATH", "form", [shortLine(text)], where))
    } else if (automatic.test(activity) && target.kind !== "nothing") {
      findings.push(finding("AUTO_ACTION", "formSent", [shortLine(text)], where))
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
  // FormCalc's network functions (XFA Specification 3.3, "URL functions").
  const fetches = /\b(?:Get|Post|Put)\s{0,20}\(\s{0,20}["']\s{0,20}(?:https?|ftp):/i.test(text)
  if (fetches && automatic.test(activity)) return "contacts an address automatically"
  const { exploits, concealment, opens, accesses, uncPaths, urls } = analyzeScript(text)
  if (exploits.length > 0) return `calls ${exploits[0]}, as exploits do`
  if (uncPaths.length > 0) return `uses the share ${shortLine(uncPaths[0]!)}`
  if (concealment !== null) return `hides its effects: ${concealment}`
  const isVendorOnly = urls.length > 0 && urls.every(isVendorUrl)
  const [call] = [...accesses, ...isVendorOnly ? [] : opens]
  return automatic.test(activity) && call !== undefined ? `calls ${call} automatically` : null
}
