import type { Fact } from "../facts/Fact.ts"
import { targetOf, truncateToLine } from "../facts/Target.ts"
import { type Finding, makeFinding } from "../reasons/Finding.ts"
import type { VbaAnalysis } from "../vba/AnalyzeVba.ts"

export type VbaFact = Extract<Fact, { readonly kind: "vba" }>

/** Returns the analysis of a fact's macros. Analyzes each fact once. */
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
      ? makeFinding("MACRO_PRESENT", "vba", [truncateToLine(names)], where)
      : makeFinding("MACRO_PRESENT", "empty", [], where)
  )
  if (isStomped) findings.push(makeFinding("MACRO_HIDDEN", "stomped", [], where))
  if (isMisplaced) findings.push(makeFinding("MACRO_HIDDEN", "misplaced", [], where))
  if (isPurged && hasCode) findings.push(makeFinding("MACRO_HIDDEN", "purged", [], where))
  if (isObfuscated) findings.push(makeFinding("MACRO_OBFUSCATED", "text", [obfuscation ?? "names and texts"], where))
  const [start] = autoRuns
  if (start === undefined) return findings
  const share = urls.find((url) => targetOf(url).kind === "share")
  if (share !== undefined) {
    findings.push(makeFinding("CREDENTIAL_LEAK_PATH", "macro", [truncateToLine(start), truncateToLine(share)], where))
  }
  findings.push(makeFinding("MACRO_AUTORUN", "procedure", [truncateToLine(start)], where))
  const [act] = automaticEffects
  if (act !== undefined) {
    findings.push(makeFinding("MACRO_SUSPICIOUS", "acting", [truncateToLine(start), truncateToLine(act)], where))
  } else if (isObfuscated) findings.push(makeFinding("MACRO_SUSPICIOUS", "obfuscated", [truncateToLine(start)], where))
  return findings
}

/** Functions of macro sheets that reach beyond the workbook, or write formulas that run next. */
const reachingXlm =
  /\b(?:EXEC|CALL|REGISTER(?:\.ID)?|FORMULA(?:\.FILL|\.ARRAY)?|FOPEN|FWRITE(?:LN)?|URLDOWNLOADTOFILEA?|INITIATE|POKE|EXECUTE|VBA\.INSERT\.FILE|SEND\.KEYS|ON\.TIME)\s*\(/i

const judgeXlm = (facts: ReadonlyArray<Fact>): ReadonlyArray<Finding> => {
  const sheets = facts.filter((fact) => fact.kind === "xlm")
  const names = facts.filter((fact) => fact.kind === "auto name")
  // If there is no macro sheet, the names may remain from deleted sheets.
  const start = sheets.length > 0 ? "automatic" : "nameWithoutSheet"
  return [
    ...names.map(({ name, where }) => makeFinding("XLM_MACRO", start, [truncateToLine(name)], where)),
    ...sheets.map(({ formulas, sheet, visibility, where }) => {
      const reaching = formulas.find((formula) => reachingXlm.test(formula))
      if (reaching !== undefined) {
        return makeFinding("XLM_MACRO", "calling", [truncateToLine(sheet), truncateToLine(reaching)], where)
      }
      return makeFinding(
        "XLM_MACRO",
        visibility === "visible" ? "sheet" : "hiddenSheet",
        [truncateToLine(sheet)],
        where
      )
    })
  ]
}

/** Calls of StarBasic, Python and similar languages that start programs or write files. */
const reachingOdf =
  /\b(?:Shell|CreateUnoService\s*\(\s*"com\.sun\.star\.(?:system|bridge\.OleObjectFactory)|OleObjectFactory|SystemShellExecute|subprocess|os\.(?:system|popen|exec\w*|spawn\w*)|Runtime|ProcessBuilder|urllib|urlopen|requests\.|socket|FreeFile|CreateObject)\b/i

const judgeOdf = (fact: Extract<Fact, { readonly kind: "odf macro" | "odf event" }>): ReadonlyArray<Finding> => {
  if (fact.kind === "odf macro") {
    return [makeFinding("MACRO_PRESENT", "openDocument", [truncateToLine(fact.language)], fact.where)]
  }
  const target = fact.target.replaceAll(/%2e/gi, ".").replaceAll(/%2f/gi, "/")
  // Detects path traversal from the script folder to other files (CVE-2018-16858).
  if (/(?:^|[:/|\\])\.\.(?:[/|\\]|$)/.test(target)) {
    return [
      makeFinding(
        "MACRO_SUSPICIOUS",
        "fileElsewhere",
        [truncateToLine(fact.event), truncateToLine(fact.target)],
        fact.where
      )
    ]
  }
  if (!fact.isAutomatic) return [makeFinding("MACRO_PRESENT", "onClick", [truncateToLine(fact.target)], fact.where)]
  return [makeFinding("MACRO_AUTORUN", "event", [truncateToLine(fact.event), truncateToLine(fact.target)], fact.where)]
}

/** Reports an automatic event if a macro of the document starts programs or writes files. */
const judgeOdfCombination = (facts: ReadonlyArray<Fact>): ReadonlyArray<Finding> => {
  const start = facts.find((fact) => fact.kind === "odf event" && fact.isAutomatic)
  if (start?.kind !== "odf event") return []
  for (const fact of facts) {
    const call = fact.kind === "odf macro" ? reachingOdf.exec(fact.source) : null
    if (call === null) continue
    return [
      makeFinding("MACRO_SUSPICIOUS", "event", [truncateToLine(start.event), truncateToLine(call[0])], start.where)
    ]
  }
  return []
}
