import type { DocumentFacts, FileFacts } from "../facts/DocumentFacts.ts"
import { judgeHiddenText } from "../hidden-text/JudgeHiddenText.ts"
import type { Finding } from "../reasons/Finding.ts"
import { analyzeVba, type VbaAnalysis } from "../vba/AnalyzeVba.ts"
import { collectLinks, type DocumentLink } from "./DocumentLinks.ts"
import { judgeActions } from "./JudgeActions.ts"
import { judgeFile } from "./JudgeFiles.ts"
import { judgeOtherLinks } from "./JudgeLinks.ts"
import { judgeLure } from "./JudgeLure.ts"
import { type AnalyzeFact, judgeMacros, type VbaFact } from "./JudgeMacros.ts"
import { judgeObjects } from "./JudgeObjects.ts"
import { judgeReferences } from "./JudgeReferences.ts"
import { type AnalyzeScript, makeCachedAnalyzer } from "./JudgeScripts.ts"
import { judgeStructure } from "./JudgeStructure.ts"

/** Judgment of a document, and its links, which are not judged yet. */
export interface DocumentJudgment {
  readonly findings: ReadonlyArray<Finding>
  readonly links: ReadonlyArray<DocumentLink>
  readonly hasEmbeddedFiles: boolean
  readonly hasMacros: boolean
}

/**
 * Function that is called before each step of judging. It may throw to abort the judgment. The time of a step is
 * proportional to one script, or to all facts.
 */
export type BeforeStep = () => void

/** Turns facts into findings. This function is pure, and throws only if `beforeStep` throws. */
export const judgeDocument = (document: DocumentFacts, beforeStep: BeforeStep = () => {}): DocumentJudgment => {
  const analyses = new Map<VbaFact, VbaAnalysis>()
  const analyze = (fact: VbaFact): VbaAnalysis => {
    beforeStep()
    const analysis = analyses.get(fact) ?? analyzeVba(fact.modules, fact.formTexts)
    analyses.set(fact, analysis)
    return analysis
  }
  const analyzeOnce = makeCachedAnalyzer()
  const tools: Tools = {
    analyze,
    analyzeScript: (script) => {
      beforeStep()
      return analyzeOnce(script)
    },
    beforeStep
  }
  beforeStep()
  const links = collectLinks(document, analyze, tools.analyzeScript)
  return {
    findings: [...findingsOf(document, tools), ...judgeLure(document.facts, links)],
    links,
    hasEmbeddedFiles: everyFile(document.files).some(({ as }) => as !== "alternative chunk" && as !== "decrypted"),
    hasMacros: holdsMacros(document)
  }
}

interface Tools {
  readonly analyze: AnalyzeFact
  readonly analyzeScript: AnalyzeScript
  readonly beforeStep: BeforeStep
}

/** Returns all findings except those about web links, which are judged for all files together. */
const findingsOf = (document: DocumentFacts, tools: Tools): ReadonlyArray<Finding> => {
  const { facts } = document
  const steps: ReadonlyArray<() => ReadonlyArray<Finding>> = [
    () => judgeActions(facts, tools.analyzeScript),
    () => judgeMacros(facts, tools.analyze),
    () => judgeReferences(facts),
    () => judgeObjects(facts),
    () => judgeStructure(facts, holdsMacros(document)),
    () => judgeOtherLinks(facts),
    () => judgeHiddenText(facts),
    ...document.files.map((file) => () => judgeFile(file, (inner) => findingsOf(inner, tools)))
  ]
  return steps.flatMap((step) => {
    tools.beforeStep()
    return step()
  })
}

const everyFile = (files: ReadonlyArray<FileFacts>): ReadonlyArray<FileFacts> =>
  files.flatMap((file) => [file, ...everyFile(file.files), ...everyFile(file.document?.files ?? [])])

const holdsMacros = ({ facts, files }: DocumentFacts): boolean =>
  facts.some(({ kind }) => kind === "vba" || kind === "xlm" || kind === "odf macro") ||
  everyFile(files).some(({ document }) => document !== null && holdsMacros({ ...document, files: [] }))
