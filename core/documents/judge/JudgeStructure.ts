import type { Fact } from "../facts/Fact.ts"
import { type Finding, finding } from "../facts/Finding.ts"
import { shown } from "../facts/Target.ts"
import { judgeXfa } from "./JudgeXfa.ts"

/** How the file is made: what is locked, damaged, hidden or too large, and formats within the format. */
export const judgeStructure = (facts: ReadonlyArray<Fact>, hasMacros: boolean): ReadonlyArray<Finding> =>
  facts.flatMap((fact) => judgeFact(fact, hasMacros))

const judgeFact = (fact: Fact, hasMacros: boolean): ReadonlyArray<Finding> => {
  const { where } = fact
  switch (fact.kind) {
    case "encrypted":
      return judgeEncrypted(fact.opened, hasMacros, where)
    case "damaged":
      return [finding("MALFORMED", 4, `Damaged: ${shown(fact.what)}`, where)]
    case "cut off":
      // Links that can be clicked are read all the same; of a million characters more say little about the document.
      return [
        finding("PARTIAL_SCAN", fact.limit === "text" ? 8 : 16, `Not read to the end: ${shown(fact.limit)}`, where)
      ]
    case "unread":
      return [finding("UNREAD_CONTENT", 20, `The content was not read: it is ${shown(fact.what)}`, where)]
    case "bomb":
      return [finding("RESOURCE_BOMB", 60, `It would grow without measure: ${shown(fact.what)}`, where)]
    case "xml entity":
      return fact.entity === "internal"
        ? [finding("XML_EXTERNAL_ENTITY", 18, "Its XML declares entities", where)]
        : fact.entity === "expansion"
        ? [finding("RESOURCE_BOMB", 60, "It would grow without measure: XML entities", where)]
        : [finding("XML_EXTERNAL_ENTITY", 45, "Its XML loads entities from elsewhere", where)]
    case "tampered archive":
      return [finding("ARCHIVE_TAMPERED", 35, `The package says two things: ${shown(fact.what)}`, where)]
    case "polyglot":
      return [finding("POLYGLOT", 50, `It is a live file of the type ${shown(fact.other)} as well`, where)]
    case "disguise":
      return [
        fact.what.startsWith("/")
          ? finding("OBFUSCATED_NAMES", 35, `Names are disguised: ${shown(fact.what)}`, where)
          : finding("OBFUSCATED_OBJECT", 40, `Data is disguised: ${shown(fact.what)}`, where)
      ]
    case "hidden object":
      return [finding("HIDDEN_OBJECT", 16, `Out of sight: ${shown(fact.what)}`, where)]
    case "rich media":
      return [
        /3d|u3d|prc|sound/i.test(fact.what)
          ? finding("RICH_MEDIA", 8, `Rich media: ${shown(fact.what)}`, where)
          : finding("RICH_MEDIA", 18, `Rich media: ${shown(fact.what)}`, where)
      ]
    case "xfa form":
      return judgeXfa(fact)
    case "exploit":
      return [finding("EXPLOIT", 70, `An attack on the reader: ${shown(fact.what)}`, where)]
    default:
      return []
  }
}

const judgeEncrypted = (
  opened: "empty password" | "default password" | null,
  hasMacros: boolean,
  where: string
): ReadonlyArray<Finding> => {
  // Encrypted against changes only: everybody can read it.
  if (opened === "empty password") return []
  if (opened === null) return [finding("ENCRYPTED", 20, "Encrypted: what is inside was not seen", where)]
  return [
    hasMacros
      ? finding("ENCRYPTED_DEFAULT_PASSWORD", 45, "Macros, encrypted so that only scanners do not see them", where)
      : finding("ENCRYPTED_DEFAULT_PASSWORD", 20, "Encrypted so that only scanners do not see it", where)
  ]
}
