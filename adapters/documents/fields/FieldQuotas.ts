import { factsMax } from "../../../core/documents/facts/Fact.ts"
import { hostOf, openMethodOf } from "../reading/FactQuotas.ts"
import type { Findings } from "../reading/Findings.ts"
import { fieldName, type FieldToken, tokenizeField } from "./FieldCode.ts"
import { textFields } from "./FieldEvaluator.ts"
import { effectfulFields } from "./FieldFacts.ts"

/**
 * Maximum number of effectful fields with the same name and kind of target. The first field of each host is read even
 * beyond this limit, for at most `factsMax` hosts.
 */
export const effectfulFieldsMax = factsMax
/** Number of effectful fields of all names after which `rareFieldsMax` replaces `effectfulFieldsMax`. */
export const allEffectfulFieldsMax = 4 * factsMax
/** Maximum number of fields with the same name and kind of target once `allEffectfulFieldsMax` is reached. */
export const rareFieldsMax = 1_000
/** Maximum number of fields with the same name whose text other fields can contain (`textFields`). */
export const textFieldsMax = 32_768

/** Limits the number of fields read of each kind, so that 100,000 similar fields cost bounded time. */
export class FieldQuotas {
  private effectfulCount = 0
  private readonly counts = new Map<string, number>()
  private readonly hosts = new Set<string>()
  private readonly findings: Findings

  constructor(findings: Findings) {
    this.findings = findings
  }

  /** Returns the words of a field code, or only the name if no more is needed. Null if the limit is reached. */
  tokensOf(code: string): ReadonlyArray<FieldToken> | null {
    const begin = tokenizeField(code, 1)
    const name = fieldName(begin)
    const isRead = effectfulFields.has(name)
      ? this.takeEffectful(name, code)
      : textFields.has(name)
      ? this.takeText(name)
      : null
    if (isRead === null) return begin
    if (isRead) return tokenizeField(code)
    this.findings.add({ kind: "cut off", limit: "fields", where: "document" })
    return null
  }

  private takeText(name: string): boolean {
    return this.count(name) <= textFieldsMax
  }

  private takeEffectful(name: string, code: string): boolean {
    const target = /^\s*\S*\s+"?([^"]{0,256})/.exec(code)?.[1] ?? ""
    const count = this.count(`${name} ${openMethodOf(target)}`)
    const host = `${name} ${hostOf(target)}`
    const isNew = this.hosts.size < factsMax && !this.hosts.has(host)
    if (isNew) this.hosts.add(host)
    if (!isNew && count > (this.effectfulCount < allEffectfulFieldsMax ? effectfulFieldsMax : rareFieldsMax)) {
      return false
    }
    this.effectfulCount++
    return true
  }

  private count(name: string): number {
    const count = (this.counts.get(name) ?? 0) + 1
    this.counts.set(name, count)
    return count
  }
}
