import type { Fact, XfaEvent } from "../facts/Fact.ts"
import { targetOf, truncateToLine } from "../facts/Target.ts"
import { type Finding, makeFinding } from "../reasons/Finding.ts"
import { analyzeScript } from "../scripts/AnalyzeScript.ts"
import { isVendorUrl } from "./JudgeScripts.ts"

/**
 * Judges facts about the structure of a file, such as encryption, damage, unread or hidden content, XML entities,
 * tampered archives, polyglots, media, XFA forms and known exploits.
 */
export const judgeStructure = (facts: ReadonlyArray<Fact>, hasMacros: boolean): ReadonlyArray<Finding> =>
  facts.flatMap((fact) => judgeFact(fact, hasMacros))

const judgeFact = (fact: Fact, hasMacros: boolean): ReadonlyArray<Finding> => {
  const { where } = fact
  switch (fact.kind) {
    case "encrypted":
      return judgeEncrypted(fact.opened, hasMacros, where)
    case "damaged":
      return [makeFinding("MALFORMED", "damaged", [truncateToLine(fact.detail)], where)]
    case "cut off":
      // Cut text has a lower penalty, because clickable links are read anyway. Links after the first million characters
      // of text indicate little about the document.
      return [
        makeFinding("PARTIAL_SCAN", fact.limit === "text" ? "text" : "limit", [truncateToLine(fact.limit)], where)
      ]
    case "unread":
      return [makeFinding("UNREAD_CONTENT", "content", [truncateToLine(fact.detail)], where)]
    case "bomb":
      return [makeFinding("RESOURCE_BOMB", "growth", [truncateToLine(fact.detail)], where)]
    case "xml entity":
      if (fact.entity === "expansion") return [makeFinding("RESOURCE_BOMB", "growth", ["XML entities"], where)]
      return [makeFinding("XML_EXTERNAL_ENTITY", fact.entity, [], where)]
    case "tampered archive":
      return [makeFinding("ARCHIVE_TAMPERED", "contradiction", [truncateToLine(fact.detail)], where)]
    case "polyglot":
      return [makeFinding("POLYGLOT", "otherType", [truncateToLine(fact.other)], where)]
    case "disguise":
      return [
        fact.detail.startsWith("/")
          ? makeFinding("OBFUSCATED_NAMES", "escapes", [truncateToLine(fact.detail)], where)
          : makeFinding("OBFUSCATED_OBJECT", "disguised", [truncateToLine(fact.detail)], where)
      ]
    case "hidden object":
      return [makeFinding("HIDDEN_OBJECT", "unused", [truncateToLine(fact.detail)], where)]
    case "disagreement":
      return [makeFinding("PARSER_DISAGREEMENT", "action", [truncateToLine(fact.detail)], where)]
    case "rich media":
      return [
        makeFinding(
          "RICH_MEDIA",
          /3d|u3d|prc|sound/i.test(fact.detail) ? "plain" : "active",
          [truncateToLine(fact.detail)],
          where
        )
      ]
    case "xfa form":
      return judgeXfa(fact)
    case "exploit":
      return [makeFinding("EXPLOIT", "known", [truncateToLine(fact.detail)], where)]
    default:
      return []
  }
}

const judgeEncrypted = (
  opened: "empty password" | "default password" | null,
  hasMacros: boolean,
  where: string
): ReadonlyArray<Finding> => {
  // The document is only protected against changes. Every reader can open it.
  if (opened === "empty password") return []
  if (opened === null) return [makeFinding("ENCRYPTED", "unknownPassword", [], where)]
  return [makeFinding("ENCRYPTED_DEFAULT_PASSWORD", hasMacros ? "macros" : "plain", [], where)]
}

/** Activities that need no user action (XFA Specification 3.3, chapter 10, "Events"). */
const automatic =
  /^(?:initialize|ready|docReady|docClose|preOpen|postOpen|prePrint|postPrint|preSave|postSave|preSubmit|postSubmit|indexChange|calculate|validate)$/

/**
 * Judges an XFA form. Government forms contain many scripts that show, hide and check fields, so the penalty depends on
 * what the scripts reach.
 */
export const judgeXfa = (
  { scripts, submits, where }: Extract<Fact, { readonly kind: "xfa form" }>
): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  for (const { activity, text } of submits) {
    const target = targetOf(text)
    if (target.kind === "share") {
      findings.push(makeFinding("CREDENTIAL_LEAK_PATH", "form", [truncateToLine(text)], where))
    } else if (automatic.test(activity) && target.kind !== "nothing") {
      findings.push(makeFinding("AUTO_ACTION", "formSent", [truncateToLine(text)], where))
    }
  }
  for (const event of scripts) {
    const danger = dangerOf(event)
    if (danger !== null) findings.push(makeFinding("JAVASCRIPT", "dangerousInForm", [danger], where))
  }
  const isSending = submits.some(({ text }) => targetOf(text).kind === "web")
  findings.push(makeFinding("XFA_FORM", isSending ? "sending" : scripts.length > 0 ? "scripted" : "plain", [], where))
  return findings
}

const dangerOf = ({ activity, text }: XfaEvent): string | null => {
  // Detects FormCalc's network functions (XFA Specification 3.3, "URL functions").
  const fetches = /\b(?:Get|Post|Put)\s{0,20}\(\s{0,20}["']\s{0,20}(?:https?|ftp):/i.test(text)
  if (fetches && automatic.test(activity)) return "contacts an address automatically"
  const { exploits, concealment, opens, accesses, uncPaths, urls } = analyzeScript(text)
  if (exploits.length > 0) return `calls ${exploits[0]}, as exploits do`
  if (uncPaths.length > 0) return `uses the share ${truncateToLine(uncPaths[0]!)}`
  if (concealment !== null) return `hides its effects: ${concealment}`
  const isVendorOnly = urls.length > 0 && urls.every(isVendorUrl)
  const [call] = [...accesses, ...isVendorOnly ? [] : opens]
  return automatic.test(activity) && call !== undefined ? `calls ${call} automatically` : null
}
