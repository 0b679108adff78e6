import type { EmbeddedFile, Fact } from "../../../core/documents/facts/Fact.ts"
import { extensionOf, fileKindOf, runnableExtensions } from "../../../core/documents/facts/FileKind.ts"

/** Maximum characters of a target that are examined for its scheme and host. */
export const subjectCharsMax = 256

/**
 * Returns the name of a fact's quota. Facts that are about equally informative share a quota, so there are few quotas.
 */
export const quotaNameOf = (fact: Fact): string => {
  switch (fact.kind) {
    case "action":
      return `action (${fact.action.kind}, ${fact.action.trigger}, ${openMethodOf(fact.action.target ?? "")})`
    case "link":
      return `link (${fact.from}, ${openMethodOf(fact.url)})`
    case "reference":
      return `reference (${fact.role}, ${openMethodOf(fact.target)})`
    case "encrypted":
      return `encrypted (${fact.opened})`
    case "xml entity":
      return `xml entity (${fact.entity})`
    case "odf event":
      return `odf event (${fact.isAutomatic})`
    case "ole object":
      return `ole object (${fact.isUpdated}, ${fact.isMalformed})`
    default:
      return fact.kind
  }
}

/** Returns the host or class ID that a fact refers to, or null. The first fact of each subject has a separate quota. */
export const factSubject = (fact: Fact): string | null => {
  switch (fact.kind) {
    case "action":
      return hostOf(fact.action.target ?? "")
    case "link":
      return hostOf(fact.url)
    case "reference":
      return hostOf(fact.target)
    case "ole object":
    case "activex":
      return fact.classId
    default:
      return null
  }
}

/**
 * Returns the rank of an embedded file, with the most dangerous files first. Rank 0 is for programs, shortcuts and
 * other runnable files. Rank 2 is for pictures and unknown types, and rank 1 for all other types.
 */
export const embeddedFileRank = ({ as, bytes, name, otherNames = [] }: EmbeddedFile): number => {
  const kind = fileKindOf(bytes)
  const isRunnable = [name, ...otherNames].some((one) => runnableExtensions.has(extensionOf(one)))
  if (kind === "program" || kind === "shortcut" || isRunnable) return 0
  return as !== "decrypted" && (kind === "other" || kind === "picture") ? 2 : 1
}

/**
 * Returns how a target is opened. `other` includes schemes that start a program instead of a web page, such as
 * `ms-msdt:`.
 */
export const openMethodOf = (target: string): string => {
  const text = target.slice(0, subjectCharsMax)
  if (/^\s*[\\/]{2}/.test(text)) return "share"
  const scheme = /^\s*([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) return "path"
  return scheme === "http" || scheme === "https" ? "web" : scheme === "mailto" || scheme === "file" ? scheme : "other"
}

export const hostOf = (target: string): string =>
  /^\s*(?:[a-z][a-z0-9+.-]+:)?[\\/]*([^\\/?#]*)/i.exec(target.slice(0, subjectCharsMax))?.[1]?.toLowerCase() ?? ""
