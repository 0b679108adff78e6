import { factsMax } from "../../../core/documents/facts/Fact.ts"
import type { Findings } from "../reading/Findings.ts"
import { hostOf, wayOf } from "../reading/Rations.ts"
import { fieldNameOf, type FieldToken, fieldTokens } from "./FieldCode.ts"
import { actingNames } from "./FieldFacts.ts"
import { textNames } from "./FieldNames.ts"

/** Fields that do something, of one name and one way to go. More facts are not kept, but by where they lead. */
export const actingFieldsMax = factsMax
/** Fields that do something, of all names; above it, of each name and way so many are read. */
export const allActingFieldsMax = 4 * factsMax
export const rareFieldsMax = 1_000
/** Fields of one name that give a text to the codes around them. */
export const textFieldsMax = 32_768

/** Each kind of field has its share of all the work: a hundred thousand times the same is not read a hundred thousand times. */
export class FieldRations {
  private acting = 0
  private readonly counts = new Map<string, number>()
  private readonly hosts = new Set<string>()
  private readonly findings: Findings

  constructor(findings: Findings) {
    this.findings = findings
  }

  /** The words of a code, but its name alone where the rest is of no use; null: it is one too many. */
  tokensOf(code: string): ReadonlyArray<FieldToken> | null {
    const begin = fieldTokens(code, 1)
    const name = fieldNameOf(begin)
    const isRead = actingNames.has(name)
      ? this.takeActing(name, code)
      : textNames.has(name)
      ? this.takeText(name)
      : null
    if (isRead === null) return begin
    if (isRead) return fieldTokens(code)
    this.findings.add({ kind: "cut off", limit: "fields", where: "document" })
    return null
  }

  private takeText(name: string): boolean {
    return this.count(name) <= textFieldsMax
  }

  private takeActing(name: string, code: string): boolean {
    const target = /^\s*\S*\s+"?([^"]{0,256})/.exec(code)?.[1] ?? ""
    const count = this.count(`${name} ${wayOf(target)}`)
    const host = `${name} ${hostOf(target)}`
    const isNew = this.hosts.size < factsMax && !this.hosts.has(host)
    if (isNew) this.hosts.add(host)
    if (!isNew && count > (this.acting < allActingFieldsMax ? actingFieldsMax : rareFieldsMax)) return false
    this.acting++
    return true
  }

  private count(name: string): number {
    const count = (this.counts.get(name) ?? 0) + 1
    this.counts.set(name, count)
    return count
  }
}
