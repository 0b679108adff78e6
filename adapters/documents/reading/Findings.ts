import {
  type EmbeddedFile,
  type Fact,
  factCharsMax,
  factsMax,
  type Reading
} from "../../../core/documents/facts/Fact.ts"
import type { Budget } from "./Budget.ts"
import { quotaOf, rankOf, subjectOf } from "./FactQuotas.ts"

/** Reads one family of documents within the budget. Never throws: errors in the document become facts. */
export type Reader = (bytes: Uint8Array, budget: Budget) => Reading

/** Maximum embedded files per document; further files are reported as cut off. A mathematical text can have hundreds of formulas. */
export const filesMax = 1_024
/** Number of files collected before the most relevant ones are selected. */
export const candidatesMax = 2_048

interface NumberedFact {
  readonly fact: Fact
  readonly name: string
  readonly number: number
}

/**
 * Collects the facts and files of a document within limits, without duplicate facts. If there are too many, each kind of fact gets a share
 * and the files most likely to do harm are kept, so that a flood of harmless items hides nothing.
 */
export class Findings {
  private readonly quotas = new Map<string, Array<NumberedFact>>()
  private readonly seen = new Set<string>()
  private readonly subjects = new Set<string>()
  private files: Array<EmbeddedFile> = []
  private number = 0
  private count = 0
  /** Number of facts in the largest ration. */
  private largest = 0
  private areFactsCutOff = false
  private areFilesCutOff = false
  private readonly factsMax: number

  constructor(factsKept = factsMax) {
    this.factsMax = factsKept
  }

  add(fact: Fact): void {
    const name = nameOf(fact)
    if (this.seen.has(name)) return
    const ration = this.quotaFor(fact)
    if (this.count >= this.factsMax) {
      this.areFactsCutOff = true
      if (ration.length + 1 >= this.largest) return
      this.evictOne()
    }
    ration.push({ fact, name, number: this.number++ })
    this.seen.add(name)
    this.count++
    this.largest = Math.max(this.largest, ration.length)
  }

  addFile(file: EmbeddedFile): void {
    this.files.push(file)
    if (this.files.length >= candidatesMax) this.chooseFiles()
  }

  addAll({ facts, files }: Reading): void {
    for (const fact of facts) this.add(fact)
    for (const file of files) this.addFile(file)
  }

  /** Facts are in the order of their addition. */
  reading(): Reading {
    this.chooseFiles()
    const kept = [...this.quotas.values()].flat().toSorted((one, other) => one.number - other.number)
    const limits: ReadonlyArray<Fact> = [
      ...this.areFactsCutOff ? [cutOff("facts")] : [],
      ...this.areFilesCutOff ? [cutOff("embedded files")] : []
    ]
    return { facts: [...kept.map(({ fact }) => fact), ...limits], files: this.files }
  }

  /** A fact with a new target goes to a separate ration, so that repeated targets cannot displace it. */
  private quotaFor(fact: Fact): Array<NumberedFact> {
    const ration = quotaOf(fact)
    const subject = subjectOf(fact)
    const subjectName = `${ration} ${subject}`
    const isNew = subject !== null && this.subjects.size < this.factsMax && !this.subjects.has(subjectName)
    if (isNew) this.subjects.add(subjectName)
    const name = isNew ? `${ration}, new` : ration
    const known = this.quotas.get(name)
    if (known !== undefined) return known
    const made: Array<NumberedFact> = []
    this.quotas.set(name, made)
    return made
  }

  /** Removes the last fact of the largest ration. */
  private evictOne(): void {
    const rations = [...this.quotas.values()]
    const fullest = rations.find(({ length }) => length === this.largest)
    const dropped = fullest?.pop()
    if (dropped === undefined) return
    this.seen.delete(dropped.name)
    this.count--
    this.largest = Math.max(...rations.map(({ length }) => length))
  }

  private chooseFiles(): void {
    if (this.files.length <= filesMax) return
    this.areFilesCutOff = true
    this.files = this.files.map((file) => ({ file, rank: rankOf(file) }))
      .toSorted((one, other) => one.rank - other.rank).map(({ file }) => file).slice(0, filesMax)
  }
}

const cutOff = (limit: string): Fact => ({ kind: "cut off", limit, where: "document" })

/** Returns a key unique to the fact's contents. The most frequent kinds have a fast path. */
const nameOf = (fact: Fact): string => {
  if (fact.kind === "link") return `link ${quoted(fact.url)} ${quoted(fact.text)} ${fact.from} ${fact.where}`
  if (fact.kind !== "action") return JSON.stringify(fact)
  const { kind, object, script, target, trigger } = fact.action
  return `action ${kind} ${trigger} ${object} ${quoted(target)} ${quoted(script)} ${fact.where}`
}

const quoted = (text: string | null): string => text === null ? "-" : `${text.length} ${text}`

/** Cuts a text to the maximum length in a fact. */
export const truncateFactText = (text: string): string => text.slice(0, factCharsMax)

/** Approximate characters per page. */
export const pageChars = 3_000

/** Estimates the pages of a text without a page count from its page breaks and length. */
export const estimatePages = (chars: number, breaks: number): number =>
  Math.max(breaks + 1, Math.ceil(chars / pageChars))
