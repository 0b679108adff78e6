import type { Fact } from "../facts/Fact.ts"
import { shortLine, targetOf } from "../facts/Target.ts"
import { type Finding, finding } from "../reasons/Finding.ts"
import type { VbaAnalysis } from "../vba/AnalyzeVba.ts"

export type VbaFact = Extract<Fact, { readonly kind: "vba" }>

/** Analyzes the macros of a fact. Each fact is analyzed once. */
export type AnalyzeFact = (fact: VbaFact) => VbaAnalysis

/** Judges macros of every kind: VBA, Excel 4.0, and the libraries and events of OpenDocument. */
export const judgeMacros = (facts: ReadonlyArray<Fact>, analyze: AnalyzeFact): ReadonlyArray<Finding> => [
  ...facts.flatMap((fact) => fact.kind === "vba" ? judgeVba(fact, analyze(fact)) : []),
  ...judgeXlm(facts),
  ...facts.flatMap((fact) => fact.kind === "odf macro" || fact.kind === "odf event" ? judgeOdf(fact) : []),
  ...judgeOdfCombination(facts)
]

const judgeVba = (
  { isMisplaced, isPurged, isStomped, modules, where }: VbaFact,
  { autoRuns, automaticEffects, hasCode, hasProcedures, isObfuscated, obfuscation, urls }: VbaAnalysis
): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  const names = modules.map(({ name }) => name).slice(0, 5).join(", ")
  findings.push(
    hasCode || hasProcedures || isStomped
      ? finding("MACRO_PRESENT", "vba", [shortLine(names)], where)
      : finding("MACRO_PRESENT", "empty", [], where)
  )
  if (isStomped) findings.push(finding("MACRO_HIDDEN", "stomped", [], where))
  if (isMisplaced) findings.push(finding("MACRO_HIDDEN", "misplaced", [], where))
  if (isPurged && hasCode) findings.push(finding("MACRO_HIDDEN", "purged", [], where))
  if (isObfuscated) findings.push(finding("MACRO_OBFUSCATED", "text", [obfuscation ?? "names and texts"], where))
  const [start] = autoRuns
  if (start === undefined) return findings
  const share = urls.find((url) => targetOf(url).kind === "share")
  if (share !== undefined) {
    findings.push(finding("CREDENTIAL_LEAK_PATH", "macro", [shortLine(start), shortLine(share)], where))
  }
  findings.push(finding("MACRO_AUTORUN", "procedure", [shortLine(start)], where))
  const [act] = automaticEffects
  if (act !== undefined) findings.push(finding("MACRO_SUSPICIOUS", "acting", [shortLine(start), shortLine(act)], where))
  else if (isObfuscated) findings.push(finding("MACRO_SUSPICIOUS", "obfuscated", [shortLine(start)], where))
  return findings
}

/** Functions of macro sheets that reach beyond the workbook, or write what runs next. */
const reachingXlm =
  /\b(?:EXEC|CALL|REGISTER(?:\.ID)?|FORMULA(?:\.FILL|\.ARRAY)?|FOPEN|FWRITE(?:LN)?|URLDOWNLOADTOFILEA?|INITIATE|POKE|EXECUTE|VBA\.INSERT\.FILE|SEND\.KEYS|ON\.TIME)\s*\(/i

const judgeXlm = (facts: ReadonlyArray<Fact>): ReadonlyArray<Finding> => {
  const sheets = facts.filter((fact) => fact.kind === "xlm")
  const names = facts.filter((fact) => fact.kind === "auto name")
  // Names without sheets may be left over from deleted sheets.
  const start = sheets.length > 0 ? "automatic" : "nameWithoutSheet"
  return [
    ...names.map(({ name, where }) => finding("XLM_MACRO", start, [shortLine(name)], where)),
    ...sheets.map(({ formulas, sheet, visibility, where }) => {
      const reaching = formulas.find((formula) => reachingXlm.test(formula))
      if (reaching !== undefined) return finding("XLM_MACRO", "calling", [shortLine(sheet), shortLine(reaching)], where)
      return finding("XLM_MACRO", visibility === "visible" ? "sheet" : "hiddenSheet", [shortLine(sheet)], where)
    })
  ]
}

/** Calls of StarBasic, Python and similar languages that start programs or write files. */
const reachingOdf =
  /\b(?:Shell|CreateUnoService\s*\(\s*"com\.sun\.star\.(?:system|bridge\.OleObjectFactory)|OleObjectFactory|SystemShellExecute|subprocess|os\.(?:system|popen|exec\w*|spawn\w*)|Runtime|ProcessBuilder|urllib|urlopen|requests\.|socket|FreeFile|CreateObject)\b/i

const judgeOdf = (fact: Extract<Fact, { readonly kind: "odf macro" | "odf event" }>): ReadonlyArray<Finding> => {
  if (fact.kind === "odf macro") {
    return [finding("MACRO_PRESENT", "openDocument", [shortLine(fact.language)], fact.where)]
  }
  const target = fact.target.replaceAll(/%2e/gi, ".").replaceAll(/%2f/gi, "/")
  // Path traversal out of the script folder into files of the installation (CVE-2018-16858).
  if (/(?:^|[:/|\\])\.\.(?:[/|\\]|$)/.test(target)) {
    return [finding("MACRO_SUSPICIOUS", "fileElsewhere", [shortLine(fact.event), shortLine(fact.target)], fact.where)]
  }
  if (!fact.isAutomatic) return [finding("MACRO_PRESENT", "onClick", [shortLine(fact.target)], fact.where)]
  return [finding("MACRO_AUTORUN", "event", [shortLine(fact.event), shortLine(fact.target)], fact.where)]
}

/** Combines an automatic event with a macro that reaches beyond the document. */
const judgeOdfCombination = (facts: ReadonlyArray<Fact>): ReadonlyArray<Finding> => {
  const start = facts.find((fact) => fact.kind === "odf event" && fact.isAutomatic)
  if (start?.kind !== "odf event") return []
  for (const fact of facts) {
    const call = fact.kind === "odf macro" ? reachingOdf.exec(fact.source) : null
    if (call === null) continue
    return [finding("MACRO_SUSPICIOUS", "event", [shortLine(start.event), shortLine(call[0])], start.where)]
  }
  return []
}
