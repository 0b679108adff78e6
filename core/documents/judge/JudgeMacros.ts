import type { Fact } from "../facts/Fact.ts"
import { type Finding, finding } from "../facts/Finding.ts"
import { shown, targetOf } from "../facts/Target.ts"
import type { VbaAnalysis } from "../vba/AnalyzeVba.ts"

export type VbaFact = Extract<Fact, { readonly kind: "vba" }>

/** What the macros of a fact do; each is looked at once. */
export type AnalyzeFact = (fact: VbaFact) => VbaAnalysis

/** Macros of every kind: VBA, Excel 4.0, and the libraries and events of OpenDocument. */
export const judgeMacros = (facts: ReadonlyArray<Fact>, analyze: AnalyzeFact): ReadonlyArray<Finding> => [
  ...facts.flatMap((fact) => fact.kind === "vba" ? judgeVba(fact, analyze(fact)) : []),
  ...judgeXlm(facts),
  ...facts.flatMap((fact) => fact.kind === "odf macro" || fact.kind === "odf event" ? judgeOdf(fact) : []),
  ...judgeOdfTogether(facts)
]

const judgeVba = (
  { isMisplaced, isPurged, isStomped, modules, where }: VbaFact,
  { autoRuns, automatic, hasCode, hasProcedures, isObfuscated, obfuscation, urls }: VbaAnalysis
): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  const names = modules.map(({ name }) => name).slice(0, 5).join(", ")
  findings.push(
    hasCode || hasProcedures || isStomped
      ? finding("MACRO_PRESENT", 18, `VBA macros: ${shown(names)}`, where)
      : finding("MACRO_PRESENT", 8, "A VBA project without any code", where)
  )
  if (isStomped) findings.push(finding("MACRO_HIDDEN", 45, "The source of the macros is not what runs", where))
  if (isMisplaced) findings.push(finding("MACRO_HIDDEN", 45, "Macros in a file type that has none", where))
  if (isPurged && hasCode) {
    findings.push(finding("MACRO_HIDDEN", 16, "The compiled code of the macros was taken out", where))
  }
  if (isObfuscated) {
    findings.push(
      finding("MACRO_OBFUSCATED", 25, `The macros are obfuscated: ${obfuscation ?? "names and texts"}`, where)
    )
  }
  const [start] = autoRuns
  if (start === undefined) return findings
  const share = urls.find((url) => targetOf(url).kind === "share")
  if (share !== undefined) {
    findings.push(
      finding("CREDENTIAL_LEAK_PATH", 60, `${shown(start)} runs by itself and names ${shown(share)}`, where)
    )
  }
  findings.push(finding("MACRO_AUTORUN", 25, `${shown(start)} runs by itself`, where))
  const [act] = automatic
  const why = act !== undefined ? `and uses ${shown(act)}` : isObfuscated ? "and is obfuscated" : null
  if (why !== null) findings.push(finding("MACRO_SUSPICIOUS", 60, `${shown(start)} runs by itself ${why}`, where))
  return findings
}

/** Functions of macro sheets that reach beyond the workbook, or write what is run next. */
const reachingXlm =
  /\b(?:EXEC|CALL|REGISTER(?:\.ID)?|FORMULA(?:\.FILL|\.ARRAY)?|FOPEN|FWRITE(?:LN)?|URLDOWNLOADTOFILEA?|INITIATE|POKE|EXECUTE|VBA\.INSERT\.FILE|SEND\.KEYS|ON\.TIME)\s*\(/i

const judgeXlm = (facts: ReadonlyArray<Fact>): ReadonlyArray<Finding> => {
  const sheets = facts.filter((fact) => fact.kind === "xlm")
  const names = facts.filter((fact) => fact.kind === "auto name")
  const starts = names.map(({ name, where }) =>
    finding("XLM_MACRO", 70, `${shown(name)} runs an Excel 4.0 macro by itself`, where)
  )
  return [
    // Names alone may be left over from sheets that are gone.
    ...sheets.length > 0 ? starts : starts.map((start) => ({ ...start, penalty: 35 })),
    ...sheets.map(({ formulas, sheet, visibility, where }) => {
      const what = `The Excel 4.0 macro sheet ${shown(sheet)}`
      const reaching = formulas.find((formula) => reachingXlm.test(formula))
      if (reaching !== undefined) return finding("XLM_MACRO", 70, `${what} calls ${shown(reaching)}`, where)
      return visibility === "visible"
        ? finding("XLM_MACRO", 35, `${what} is part of the workbook`, where)
        : finding("XLM_MACRO", 45, `${what} is hidden`, where)
    })
  ]
}

/** Calls of StarBasic, Python and the like that start programs or write files. */
const reachingOdf =
  /\b(?:Shell|CreateUnoService\s*\(\s*"com\.sun\.star\.(?:system|bridge\.OleObjectFactory)|OleObjectFactory|SystemShellExecute|subprocess|os\.(?:system|popen|exec\w*|spawn\w*)|Runtime|ProcessBuilder|urllib|urlopen|requests\.|socket|FreeFile|CreateObject)\b/i

const judgeOdf = (fact: Extract<Fact, { readonly kind: "odf macro" | "odf event" }>): ReadonlyArray<Finding> => {
  if (fact.kind === "odf macro") {
    return [finding("MACRO_PRESENT", 18, `A ${shown(fact.language)} macro`, fact.where)]
  }
  const target = fact.target.replaceAll(/%2e/gi, ".").replaceAll(/%2f/gi, "/")
  // Files of the installation, reached by a way out of the folder of scripts (CVE-2018-16858).
  if (/(?:^|[:/|\\])\.\.(?:[/|\\]|$)/.test(target)) {
    return [
      finding("MACRO_SUSPICIOUS", 60, `${shown(fact.event)} runs a file elsewhere: ${shown(fact.target)}`, fact.where)
    ]
  }
  if (!fact.isAutomatic) return [finding("MACRO_PRESENT", 18, `A click runs ${shown(fact.target)}`, fact.where)]
  return [finding("MACRO_AUTORUN", 25, `${shown(fact.event)} runs ${shown(fact.target)}`, fact.where)]
}

/** An event that runs by itself, and a macro that reaches beyond the document. */
const judgeOdfTogether = (facts: ReadonlyArray<Fact>): ReadonlyArray<Finding> => {
  const start = facts.find((fact) => fact.kind === "odf event" && fact.isAutomatic)
  if (start?.kind !== "odf event") return []
  for (const fact of facts) {
    const call = fact.kind === "odf macro" ? reachingOdf.exec(fact.source) : null
    if (call === null) continue
    const message = `${shown(start.event)} runs a macro that uses ${shown(call[0])}`
    return [finding("MACRO_SUSPICIOUS", 60, message, start.where)]
  }
  return []
}
