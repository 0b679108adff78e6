import type { Fact } from "../facts/Fact.ts"
import { shown } from "../facts/Target.ts"
import { type Finding, finding } from "../reasons/Finding.ts"
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
      return [finding("MALFORMED", "damaged", [shown(fact.what)], where)]
    case "cut off":
      // Links that can be clicked are read all the same; of a million characters more say little about the document.
      return [finding("PARTIAL_SCAN", fact.limit === "text" ? "text" : "limit", [shown(fact.limit)], where)]
    case "unread":
      return [finding("UNREAD_CONTENT", "content", [shown(fact.what)], where)]
    case "bomb":
      return [finding("RESOURCE_BOMB", "growth", [shown(fact.what)], where)]
    case "xml entity":
      if (fact.entity === "expansion") return [finding("RESOURCE_BOMB", "growth", ["XML entities"], where)]
      return [finding("XML_EXTERNAL_ENTITY", fact.entity, [], where)]
    case "tampered archive":
      return [finding("ARCHIVE_TAMPERED", "contradiction", [shown(fact.what)], where)]
    case "polyglot":
      return [finding("POLYGLOT", "otherType", [shown(fact.other)], where)]
    case "disguise":
      return [
        fact.what.startsWith("/")
          ? finding("OBFUSCATED_NAMES", "escapes", [shown(fact.what)], where)
          : finding("OBFUSCATED_OBJECT", "disguised", [shown(fact.what)], where)
      ]
    case "hidden object":
      return [finding("HIDDEN_OBJECT", "unused", [shown(fact.what)], where)]
    case "rich media":
      return [
        finding("RICH_MEDIA", /3d|u3d|prc|sound/i.test(fact.what) ? "plain" : "active", [shown(fact.what)], where)
      ]
    case "xfa form":
      return judgeXfa(fact)
    case "exploit":
      return [finding("EXPLOIT", "known", [shown(fact.what)], where)]
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
  if (opened === null) return [finding("ENCRYPTED", "unknownPassword", [], where)]
  return [finding("ENCRYPTED_DEFAULT_PASSWORD", hasMacros ? "macros" : "plain", [], where)]
}
