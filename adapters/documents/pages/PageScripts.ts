import type { ActionTrigger } from "../../../core/documents/facts/DocumentAction.ts"
import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import type { Findings } from "../reading/Findings.ts"

/** Maximum number of scripts of a page that are collected. */
export const pageScriptsMax = 1_000

/** Scripts of links that only keep a click from leaving the page. */
const noEffect = /^(?:void\s{0,9}\(?\s{0,9}0\s{0,9}\)?|return false)?\s{0,9};?$/

/** Collects the scripts of a page, up to a number and a size. */
export class PageScripts {
  private charsLeft = textCharsMax
  private count = 0
  private readonly findings: Findings
  private readonly where: string

  constructor(findings: Findings, where: string) {
    this.findings = findings
    this.where = where
  }

  add(source: string, trigger: ActionTrigger): void {
    const { findings, where } = this
    const script = source.trim()
    if (noEffect.test(script)) return
    this.charsLeft -= script.length
    if (this.charsLeft < 0 || this.count++ >= pageScriptsMax) {
      return findings.add({ kind: "cut off", limit: "scripts of a page", where })
    }
    findings.add({ kind: "action", action: { kind: "JavaScript", trigger, target: null, script }, where })
  }
}
