import type { DocumentFacts, FileFacts } from "../DocumentFacts.ts"
import type { Finding } from "../Finding.ts"
import { analyzeVba, type VbaAnalysis } from "../vba/AnalyzeVba.ts"
import { type DocumentLink, linksOf } from "./DocumentLinks.ts"
import { judgeActions } from "./JudgeActions.ts"
import { judgeFile } from "./JudgeFiles.ts"
import { judgeOtherLinks } from "./JudgeLinks.ts"
import { judgeLure } from "./JudgeLure.ts"
import { type AnalyzeFact, judgeMacros, type VbaFact } from "./JudgeMacros.ts"
import { judgeObjects } from "./JudgeObjects.ts"
import { judgeReferences } from "./JudgeReferences.ts"
import { type AnalyzeScript, analyzingOnce } from "./JudgeScripts.ts"
import { judgeStructure } from "./JudgeStructure.ts"

/** What a document gives by itself, before its links are looked at. */
export interface DocumentJudgement {
  readonly findings: ReadonlyArray<Finding>
  readonly links: ReadonlyArray<DocumentLink>
  readonly hasEmbeddedFiles: boolean
  readonly hasMacros: boolean
}

/** From facts to findings. Pure, total, and independent of the order of the facts. */
export const judgeDocument = (document: DocumentFacts): DocumentJudgement => {
  const analyses = new Map<VbaFact, VbaAnalysis>()
  const analyze = (fact: VbaFact): VbaAnalysis => {
    const analysis = analyses.get(fact) ?? analyzeVba(fact.modules, fact.formTexts)
    analyses.set(fact, analysis)
    return analysis
  }
  const analyzeScript = analyzingOnce()
  const links = linksOf(document, analyze, analyzeScript)
  return {
    findings: [...findingsOf(document, analyze, analyzeScript), ...judgeLure(document.facts, links)],
    links,
    hasEmbeddedFiles: everyFile(document.files).some(({ as }) => as !== "alternative chunk" && as !== "decrypted"),
    hasMacros: holdsMacros(document)
  }
}

/** Everything but the links, of which those of all files count together. */
const findingsOf = (
  document: DocumentFacts,
  analyze: AnalyzeFact,
  analyzeScript: AnalyzeScript
): ReadonlyArray<Finding> => [
  ...judgeActions(document.facts, analyzeScript),
  ...judgeMacros(document.facts, analyze),
  ...judgeReferences(document.facts),
  ...judgeObjects(document.facts),
  ...judgeStructure(document.facts, holdsMacros(document)),
  ...judgeOtherLinks(document.facts),
  ...document.files.flatMap((file) =>
    judgeFile(file, file.document === null ? [] : findingsOf(file.document, analyze, analyzeScript))
  )
]

const everyFile = (files: ReadonlyArray<FileFacts>): ReadonlyArray<FileFacts> =>
  files.flatMap((file) => [file, ...everyFile(file.files), ...everyFile(file.document?.files ?? [])])

const holdsMacros = ({ facts, files }: DocumentFacts): boolean =>
  facts.some(({ kind }) => kind === "vba" || kind === "xlm" || kind === "odf macro") ||
  everyFile(files).some(({ document }) => document !== null && holdsMacros({ ...document, files: [] }))
