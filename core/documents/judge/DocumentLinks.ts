import type { DocumentFacts, FileFacts } from "../DocumentFacts.ts"
import { type Fact, type LinkOrigin, textCharsMax } from "../Fact.ts"
import { analyzeScript } from "../scripts/AnalyzeScript.ts"
import { targetOf } from "../Target.ts"
import type { AnalyzeFact } from "./JudgeMacros.ts"

/** A link anywhere in a document. */
export interface DocumentLink {
  /** As the URL standard reads it. */
  readonly href: string
  /** As it stands in the document. */
  readonly raw: string
  /** What a person sees in its place, where that is known. */
  readonly text: string | null
  readonly from: LinkOrigin
  readonly where: string
}

/** Links of one document that are looked at; a document with more is a list of links. */
export const linksMax = 2_000

/** Every web address in a document and in what it holds, by where it stands: links, actions, references, scripts, text. */
export const linksOf = (document: DocumentFacts, analyze: AnalyzeFact): ReadonlyArray<DocumentLink> => {
  const links: Array<DocumentLink> = []
  const add = (raw: string, text: string | null, from: LinkOrigin, where: string) => {
    const target = targetOf(raw)
    if (target.kind === "web" && links.length < linksMax) links.push({ href: target.url.href, raw, text, from, where })
  }
  for (const fact of document.facts) addFact(fact, analyze, add)
  const deeper = document.files.flatMap((file) => linksOfFile(file, analyze))
  return [...links, ...deeper].slice(0, linksMax)
}

const linksOfFile = ({ document, files }: FileFacts, analyze: AnalyzeFact): ReadonlyArray<DocumentLink> => [
  ...document === null ? [] : linksOf(document, analyze),
  ...files.flatMap((file) => linksOfFile(file, analyze))
]

const addFact = (
  fact: Fact,
  analyze: AnalyzeFact,
  add: (raw: string, text: string | null, from: LinkOrigin, where: string) => void
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
    case "reference":
      return add(fact.target, null, "relationship", fact.where)
    case "vba":
      for (const url of analyze(fact).urls) add(url, null, "script", fact.where)
      return
    case "text":
      for (const url of urlsIn(fact.text)) add(url, null, "text", fact.where)
  }
}

/** Addresses as programs that show text turn them into links. */
export const urlsIn = (text: string): ReadonlyArray<string> => {
  const found = text.slice(0, textCharsMax).match(/\b(?:https?:\/\/|www\.)[^\s<>"'`{}|\\^\u00a0\u2028\u2029]{3,2048}/gi)
  return [...new Set(found ?? [])].map((url) => {
    const tidy = url.replace(/[.,;:!?)\]}»”’]+$/, "")
    return /^www\./i.test(tidy) ? `http://${tidy}` : tidy
  })
}
