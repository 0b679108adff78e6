import * as Result from "effect/Result"
import { trimEnd } from "../../kernel/TrimEnd.ts"
import { allWrappedUrls, isRedirectorHost } from "../../urls/redirectors/WrappedUrl.ts"
import { parseWebUrl } from "../../urls/WebUrl.ts"
import type { DocumentFacts, FileFacts } from "../facts/DocumentFacts.ts"
import { type Fact, type LinkOrigin, textCharsMax } from "../facts/Fact.ts"
import { targetOf } from "../facts/Target.ts"
import type { AnalyzeFact } from "./JudgeMacros.ts"
import { type AnalyzeScript, makeCachedAnalyzer } from "./JudgeScripts.ts"

/** A link found anywhere in a document. */
export interface DocumentLink {
  /** Address normalized by the URL standard. */
  readonly href: string
  /** Original text of the address in the document. */
  readonly raw: string
  /** Displayed link text; null if unknown. */
  readonly text: string | null
  readonly from: LinkOrigin
  readonly where: string
  /** `href` of the link whose redirector leads to this address; null for a link that is written in the document. */
  readonly through: string | null
}

/**
 * Maximum number of distinct links, and maximum number of repeated links, that are processed in a document and its
 * embedded files. A document with more links is only a list of links.
 */
export const linksMax = 2_000

/**
 * Returns the web addresses in a document and its embedded files, and after them the addresses to which the redirectors
 * among them lead. Sources are links, actions, references, scripts and visible text.
 */
export const collectLinks = (
  document: DocumentFacts,
  analyze: AnalyzeFact,
  analyzeScript: AnalyzeScript = makeCachedAnalyzer()
): ReadonlyArray<DocumentLink> => {
  const links: Array<DocumentLink> = []
  const seen = new Set<string>()
  let [others, repeats] = [linksMax, linksMax]
  const add: AddLink = (raw, text, from, where) => {
    const href = resolveAddress(raw, from)
    if (href === null) return
    if ((seen.has(href) ? repeats-- : others--) <= 0) return
    seen.add(href)
    links.push({ href, raw, text, from, where, through: null })
  }
  for (const { facts } of everyDocument(document)) for (const fact of facts) addFact(fact, analyze, analyzeScript, add)
  return [...links, ...resolvedLinks(links)]
}

/** Returns a link to each address to which the known redirectors among the links lead, at most `linksMax`. */
const resolvedLinks = (links: ReadonlyArray<DocumentLink>): ReadonlyArray<DocumentLink> => {
  const resolved: Array<DocumentLink> = []
  for (const { from, href, where } of new Map(links.map((link) => [link.href, link])).values()) {
    if (resolved.length >= linksMax) break
    for (const target of targetsOfRedirector(href)) {
      resolved.push({ href: target, raw: target, text: null, from, where, through: href })
    }
  }
  return resolved
}

/** Returns the addresses to which the address of a known redirector leads. Empty for any other address. */
export const targetsOfRedirector = (href: string): ReadonlyArray<string> => {
  if (!isRedirectorHost(new URL(href).hostname)) return []
  const url = parseWebUrl(href)
  return Result.isSuccess(url) ? allWrappedUrls(url.success).map((target) => target.url.href) : []
}

/**
 * Returns the web address to which a target leads; null if there is none. Another scheme may wrap the address, or its
 * scheme may be missing.
 */
const resolveAddress = (raw: string, from: LinkOrigin): string | null => {
  const target = targetOf(raw)
  if (target.kind === "web") return target.url.href
  if (target.kind === "scheme" && forwardingSchemes.test(target.scheme)) {
    const rest = /%3a%2f%2f/i.test(target.rest)
      ? target.rest.replaceAll(/%3a/gi, ":").replaceAll(/%2f/gi, "/")
      : target.rest
    const inner = (/https?:\/\/[^\s"'<>|&!]{1,2048}/i.exec(rest) ?? /^\/\/[^\s"'<>|&!]{1,2048}/.exec(rest))?.[0]
    const address = inner === undefined ? null : inner.startsWith("//") ? `http:${inner}` : inner
    return address !== null && URL.canParse(address) ? new URL(address).href : null
  }
  // Adds a scheme to text that starts like an address, as viewers do.
  const isBare = target.kind === "relative path" && bareOrigins.has(from) && withoutScheme.test(target.path)
  const spelled = isBare ? `http://${target.path}` : ""
  return isBare && URL.canParse(spelled) ? new URL(spelled).href : null
}

/** Schemes that wrap an address and pass it to a browser, or to a program that fetches it. */
const forwardingSchemes =
  /^(?:microsoft-edge|ms-(?:word|excel|powerpoint|visio|access|project|publisher|infopath|officeapp)|feed|view-source|itms-services|jnlps?|intent|googlechrome|firefox|read|ms-appinstaller)$/

const bareOrigins: ReadonlySet<LinkOrigin> = new Set(["annotation", "action", "relationship", "field", "object"])

const withoutScheme =
  /^(?:www\.[a-z0-9-]{1,63}\.|(?:[a-z0-9-]{1,63}\.){1,5}(?:com|org|net|info|biz|io|co|eu|uk|de|fr|nl|it|es|ru|xyz|top)(?::\d{1,5})?\/)/i

type AddLink = (raw: string, text: string | null, from: LinkOrigin, where: string) => void

const everyDocument = (document: DocumentFacts): ReadonlyArray<DocumentFacts> => [
  document,
  ...document.files.flatMap(documentsOfFile)
]

const documentsOfFile = ({ document, files }: FileFacts): ReadonlyArray<DocumentFacts> => [
  ...document === null ? [] : everyDocument(document),
  ...files.flatMap(documentsOfFile)
]

const addFact = (
  fact: Fact,
  analyze: AnalyzeFact,
  analyzeScript: AnalyzeScript,
  add: AddLink
): void => {
  switch (fact.kind) {
    case "link":
      return add(fact.url, fact.text, fact.from, fact.where)
    case "action": {
      const { script, target } = fact.action
      if (target !== null) add(target, null, "action", fact.where)
      for (const url of script === null ? [] : analyzeScript(script).urls) add(url, null, "script", fact.where)
      return
    }
    case "activex":
      if (fact.location !== undefined) add(fact.location, null, "object", fact.where)
      return
    case "add-in":
      return add(addInLocation(fact.target), null, "object", fact.where)
    case "reference":
      return add(fact.target, null, "relationship", fact.where)
    case "vba":
      for (const url of analyze(fact).urls) add(url, null, "script", fact.where)
      return
    case "text":
      for (const url of findUrls(fact.text)) add(url, null, "text", fact.where)
  }
}

/**
 * Returns the location of an add-in. That of an Office customization (VSTO) is followed by an ID, or by `vstolocal`
 * (Microsoft, "Custom document properties overview").
 */
export const addInLocation = (target: string): string => target.split("|", 1)[0]!.trim()

/** Returns the web addresses in plain text, by the rules that viewers use to turn addresses into links. */
export const findUrls = (text: string): ReadonlyArray<string> => {
  const found = text.slice(0, textCharsMax).match(/\b(?:https?:\/\/|www\.)[^\s<>"'`{}|\\^]{3,2048}/gi)
  return [...new Set(found ?? [])].map((url) => {
    const tidy = trimEnd(beforeSentence(url), (sign) => ".,;:!?)]}»”’".includes(sign))
    return /^www\./i.test(tidy) ? `http://${tidy}` : tidy
  })
}

/**
 * Cuts an address before Chinese or Japanese punctuation, because these languages put no blank after an address. The
 * ideographic full stop can also separate host labels, so the part before the punctuation must start with a complete
 * host.
 */
const beforeSentence = (url: string): string => {
  const at = url.search(/[\u3000-\u303f\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]/)
  if (at < 0) return url
  const address = url.slice(0, at)
  const rest = address.replace(/^(?:https?:\/\/)?(?:www\.)?/i, "")
  return /^(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?::\d{1,5})?(?:[/?#]|$)/i.test(rest) ? address : url
}
