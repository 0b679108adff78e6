import {
  type EmbeddedFile,
  type Fact,
  factCharsMax,
  factsMax,
  type ReaderResult
} from "../../../core/documents/facts/Fact.ts"
import type { Budget } from "./Budget.ts"
import { embeddedFileRank, factSubject, quotaNameOf } from "./FactQuotas.ts"

/**
 * Reads one family of documents, such as PDF, within the budget. Never throws: errors in the document become facts.
 *
 * @param names names of the file, the shown one first; empty for the scanned file, whose name is never judged
 */
export type FormatReader = (bytes: Uint8Array, budget: Budget, names?: ReadonlyArray<string>) => ReaderResult

/**
 * Maximum embedded files per document, because a mathematical text can have hundreds of formulas. Further files are
 * reported as cut off.
 */
export const filesMax = 1_024
/** Number of collected files at which only the `filesMax` most relevant files are kept. */
export const candidatesMax = 2_048

interface NumberedFact {
  readonly fact: Fact
  readonly name: string
  readonly number: number
}

/**
 * Collects the facts and files of a document, without duplicate facts. A flood of harmless items hides nothing: if
 * there are too many facts, each kind of fact keeps a share. If there are too many files, the files most likely to do
 * harm are kept.
 */
export class Findings {
  private readonly quotas = new Map<string, Array<NumberedFact>>()
  private readonly seen = new Set<string>()
  private readonly subjects = new Set<string>()
  private files: Array<EmbeddedFile> = []
  private number = 0
  private count = 0
  /** Number of facts in the quota with the most facts. */
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
    const quota = this.quotaFor(fact)
    if (this.count >= this.factsMax) {
      this.areFactsCutOff = true
      if (quota.length + 1 >= this.largest) return
      this.evictOne()
    }
    quota.push({ fact, name, number: this.number++ })
    this.seen.add(name)
    this.count++
    this.largest = Math.max(this.largest, quota.length)
  }

  addFile(file: EmbeddedFile): void {
    this.files.push(file)
    if (this.files.length >= candidatesMax) this.chooseFiles()
  }

  addAll({ facts, files }: ReaderResult): void {
    for (const fact of facts) this.add(fact)
    for (const file of files) this.addFile(file)
  }

  /** Returns the facts in the order in which they were added, and the most relevant files. */
  reading(): ReaderResult {
    this.chooseFiles()
    const kept = [...this.quotas.values()].flat().toSorted((one, other) => one.number - other.number)
    const limits: ReadonlyArray<Fact> = [
      ...this.areFactsCutOff ? [cutOff("facts")] : [],
      ...this.areFilesCutOff ? [cutOff("embedded files")] : []
    ]
    return { facts: [...kept.map(({ fact }) => fact), ...limits], files: this.files }
  }

  /**
   * Returns the quota of a fact. The first fact of each subject has a separate quota, so that repeated subjects
   * cannot displace it.
   */
  private quotaFor(fact: Fact): Array<NumberedFact> {
    const quotaName = quotaNameOf(fact)
    const subject = factSubject(fact)
    const subjectName = `${quotaName} ${subject}`
    const isNew = subject !== null && this.subjects.size < this.factsMax && !this.subjects.has(subjectName)
    if (isNew) this.subjects.add(subjectName)
    const name = isNew ? `${quotaName}, new` : quotaName
    const existing = this.quotas.get(name)
    if (existing !== undefined) return existing
    const made: Array<NumberedFact> = []
    this.quotas.set(name, made)
    return made
  }

  /** Removes the last fact of the largest quota to make room for another fact. */
  private evictOne(): void {
    const quotas = [...this.quotas.values()]
    const fullest = quotas.find(({ length }) => length === this.largest)
    const dropped = fullest?.pop()
    if (dropped === undefined) return
    this.seen.delete(dropped.name)
    this.count--
    this.largest = Math.max(...quotas.map(({ length }) => length))
  }

  private chooseFiles(): void {
    if (this.files.length <= filesMax) return
    this.areFilesCutOff = true
    this.files = this.files.map((file) => ({ file, rank: embeddedFileRank(file) }))
      .toSorted((one, other) => one.rank - other.rank).map(({ file }) => file).slice(0, filesMax)
  }
}

const cutOff = (limit: string): Fact => ({ kind: "cut off", limit, where: "document" })

/** Returns a key unique to the fact's contents. The most frequent kinds have a fast path. */
const nameOf = (fact: Fact): string => {
  if (fact.kind === "link") return `link ${quoted(fact.url)} ${quoted(fact.text)} ${fact.from} ${fact.where}`
  if (fact.kind !== "action") return JSON.stringify(fact)
  const { kind, script, target, trigger } = fact.action
  return `action ${kind} ${trigger} ${quoted(target)} ${quoted(script)} ${fact.where}`
}

const quoted = (text: string | null): string => text === null ? "-" : `${text.length} ${text}`

/** Shortens text to the maximum length in a fact, `factCharsMax`. */
export const truncateFactText = (text: string): string => text.slice(0, factCharsMax)

/** Approximate number of characters per page. */
export const charsPerPage = 3_000

/** Estimates the number of pages of text from its page breaks and its length, if no page count is stored. */
export const estimatePages = (chars: number, breaks: number): number =>
  Math.max(breaks + 1, Math.ceil(chars / charsPerPage))
