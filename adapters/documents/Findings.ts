import { type EmbeddedFile, type Fact, factCharsMax, factsMax, type Reading } from "../../core/documents/Fact.ts"
import type { Budget } from "./Budget.ts"

/** Reads one family of documents. Never throws: what is broken becomes facts. Spends from the budget whatever it reads. */
export type Reader = (bytes: Uint8Array, budget: Budget) => Reading

/** Files within a document that are kept; the rest are counted as cut off. */
export const filesMax = 64

/** Facts and files as a reader comes by them, within their limits, each fact once. */
export class Findings {
  private readonly facts: Array<Fact> = []
  private readonly files: Array<EmbeddedFile> = []
  private readonly seen = new Set<string>()
  private isFull = false

  add(fact: Fact): void {
    const name = JSON.stringify(fact)
    if (this.seen.has(name)) return
    if (this.facts.length >= factsMax) return this.cutOff("facts")
    this.seen.add(name)
    this.facts.push(fact)
  }

  addFile(file: EmbeddedFile): void {
    if (this.files.length >= filesMax) return this.cutOff("embedded files")
    this.files.push(file)
  }

  addAll({ facts, files }: Reading): void {
    for (const fact of facts) this.add(fact)
    for (const file of files) this.addFile(file)
  }

  reading(): Reading {
    return { facts: this.facts, files: this.files }
  }

  private cutOff(limit: string): void {
    if (this.isFull) return
    this.isFull = true
    this.facts.push({ kind: "cut off", limit, where: "document" })
  }
}

/** A text as it may stand in a fact. */
export const factText = (text: string): string => text.slice(0, factCharsMax)
