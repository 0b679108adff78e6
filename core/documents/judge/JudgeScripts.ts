import type { ActionTrigger } from "../facts/DocumentAction.ts"
import type { Fact } from "../facts/Fact.ts"
import { truncateToLine } from "../facts/Target.ts"
import { type Finding, makeFinding } from "../reasons/Finding.ts"
import { analyzeScript, type ScriptAnalysis } from "../scripts/AnalyzeScript.ts"

type ActionFact = Extract<Fact, { readonly kind: "action" }>

/** Analyzes a script from its source code. */
export type AnalyzeScript = (script: string) => ScriptAnalysis

/**
 * Returns an analyzer that caches its results. Forms repeat a few scripts hundreds of times, and link extraction needs
 * the same results.
 */
export const makeCachedAnalyzer = (): AnalyzeScript => {
  const analyses = new Map<string, ScriptAnalysis>()
  return (script) => {
    const known = analyses.get(script)
    if (known !== undefined) return known
    const analysis = analyzeScript(script)
    analyses.set(script, analysis)
    return analysis
  }
}

/**
 * Judges the scripts of a PDF. Scripts share their variables, so one script may open an address that another script
 * sets. The check for vendor addresses therefore covers the addresses of all scripts that a click does not run.
 */
export const judgeScripts = (
  actions: ReadonlyArray<ActionFact>,
  analyze: AnalyzeScript = makeCachedAnalyzer()
): ReadonlyArray<Finding> => {
  const scripts = actions.filter(({ action }) => action.kind === "JavaScript" || action.script !== null)
    .map(({ action: { script, trigger }, where }) => ({
      trigger,
      where,
      analysis: script === null ? null : analyze(script)
    }))
  const urls = scripts.flatMap(({ analysis, trigger }) => trigger === "click" ? [] : analysis?.urls ?? [])
  const isVendorOnly = urls.length > 0 && urls.every(isVendorUrl)
  if (areDisplayOnly(scripts.map(({ analysis }) => analysis))) {
    return scripts.map(({ where }) => makeFinding("JAVASCRIPT", "showing", [], where))
  }
  return scripts.map(({ analysis, trigger, where }) => judgeScript(analysis, trigger, isVendorOnly, where))
}

/** Reports whether all scripts together only call display functions and each other. */
const areDisplayOnly = (analyses: ReadonlyArray<ScriptAnalysis | null>): boolean => {
  const known = analyses.filter((analysis) => analysis !== null)
  if (known.length < analyses.length || !known.some(({ display }) => display.isDisplaying)) return false
  const defined = new Set(known.flatMap(({ display }) => display.defined))
  return known.every((analysis) => isQuiet(analysis) && analysis.display.calls.every((name) => defined.has(name)))
}

const isQuiet = (
  { evaluates, exploits, concealment, showsDialog, opens, accesses, uncPaths, urls }: ScriptAnalysis
): boolean =>
  !evaluates && !showsDialog && concealment === null &&
  [exploits, opens, accesses, uncPaths, urls].every(({ length }) => length === 0)

const judgeScript = (
  analysis: ScriptAnalysis | null,
  trigger: ActionTrigger,
  isVendorOnly: boolean,
  where: string
): Finding => {
  const isAutomatic = trigger === "open" || trigger === "field"
  // The script's text could not be read.
  if (analysis === null) return makeFinding("JAVASCRIPT", isAutomatic ? "unreadAutomatic" : "unreadOnClick", [], where)
  if (analysis.isEmpty) return makeFinding("JAVASCRIPT", "empty", [], where)
  const danger = dangerOf(analysis, trigger, isVendorOnly)
  if (danger !== null) {
    return makeFinding("JAVASCRIPT", isAutomatic ? "dangerousAutomatic" : "dangerousOnClick", [danger], where)
  }
  const isSilent = !analysis.showsDialog && analysis.urls.length === 0
  const isOfForm = trigger === "field" || trigger === "click" && isSilent
  if (isOfForm && analysis.isFormatting && !analysis.evaluates) {
    return makeFinding("JAVASCRIPT", "formatting", [], where)
  }
  if (analysis.isViewOnly && !analysis.evaluates) {
    return makeFinding("JAVASCRIPT", "viewing", [], where)
  }
  const event = trigger === "open" ? "onOpen" : "onInput"
  const [call] = analysis.opens
  return call === undefined
    ? makeFinding("JAVASCRIPT", event, [], where)
    : makeFinding("JAVASCRIPT", `${event}Calling`, [call], where)
}

const dangerOf = (analysis: ScriptAnalysis, trigger: ActionTrigger, isVendorOnly: boolean): string | null => {
  const { evaluates, exploits, concealment, opens, accesses, uncPaths } = analysis
  if (exploits.length > 0) return `calls ${exploits[0]}, as exploits do`
  if (uncPaths.length > 0) return `uses the share ${truncateToLine(uncPaths[0]!)}`
  if (accesses.length > 0) return `calls ${accesses[0]}`
  if (concealment !== null) return `hides its effects: ${concealment}`
  if (trigger === "click") return null
  // An action that looks unreachable is judged as automatic, because its trigger may be unknown.
  if (evaluates) return "runs code that it builds"
  return opens.length > 0 && !isVendorOnly ? `calls ${opens[0]}` : null
}

/** Reports whether a URL leads to Adobe's site. Old forms ask the user to download a newer Acrobat there. */
export const isVendorUrl = (url: string): boolean =>
  URL.canParse(url) && /(?:^|\.)adobe\.com$/.test(new URL(url).hostname) && /^https?:/i.test(url)
