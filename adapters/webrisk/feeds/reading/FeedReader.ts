import type { PrefixList } from "../../../../core/threats/prefixes/PrefixList.ts"
import type { ThreatType } from "../../../../core/threats/WebRisk.ts"
import type { HostKnowledge } from "../../../../core/urls/HostKnowledge.ts"
import type { FeedEntry, ParsedEntries } from "../formats/Format.ts"
import { encodeTag, EntryTable } from "./EntryTable.ts"
import { feedEntriesMax, feedExampleCharsMax, feedExamplesMax, feedExceptionsMax, FeedRefused } from "./Limits.ts"
import { hostExpression, normalizeEntry } from "./NormalizeEntry.ts"

/** Example of an omitted entry, with the reason. */
export interface OmittedExample {
  readonly text: string
  readonly message: string
}

export interface FeedCounts {
  /** Number of distinct entries in use. */
  readonly entries: number
  readonly malformed: number
  /** Number of valid entries that were omitted, for example because they would block a shared host. */
  readonly guarded: number
  readonly guardedBy: Readonly<Record<string, number>>
  readonly malformedExamples: ReadonlyArray<string>
  readonly guardedExamples: ReadonlyArray<OmittedExample>
}

/** Collects the entries of a list one at a time. */
export class FeedReader {
  private readonly table = new EntryTable()
  private readonly knowledge: HostKnowledge
  private readonly type: ThreatType
  private malformed = 0
  private guarded = 0
  private readonly guardedBy: Record<string, number> = {}
  private readonly malformedExamples: Array<string> = []
  private readonly guardedExamples: Array<OmittedExample> = []

  /** @param type threat type of entries for which the list states no type */
  constructor(knowledge: HostKnowledge, type: ThreatType) {
    this.knowledge = knowledge
    this.type = type
  }

  /** @param sourceText returns the text for an example of malformed input */
  addEntries(entries: ParsedEntries, sourceText: () => string): void {
    if (entries === null) return this.addMalformed(sourceText())
    for (const entry of entries) this.addEntry(entry)
  }

  addMalformed(sourceText: string): void {
    this.malformed++
    if (this.malformedExamples.length < feedExamplesMax) this.malformedExamples.push(shorten(sourceText))
  }

  /** Excludes entries for a whole host, regardless of their position in the list. */
  except(host: string): void {
    const normalized = hostExpression(host)
    if (normalized === null) return
    if (this.table.exceptions >= feedExceptionsMax) {
      throw new FeedRefused(`It has more than ${feedExceptionsMax} exceptions.`)
    }
    this.table.except(normalized)
  }

  finish(): { readonly list: PrefixList; readonly counts: FeedCounts } {
    const { guarded, guardedBy, guardedExamples, malformed, malformedExamples } = this
    const list = this.table.toList()
    const counts = { entries: list.length, malformed, guarded, guardedBy, malformedExamples, guardedExamples }
    return { list, counts }
  }

  private addEntry(entry: FeedEntry): void {
    const placed = normalizeEntry(entry, this.knowledge)
    if (placed === null) return this.addMalformed(entry.text)
    if ("reason" in placed) {
      this.guarded++
      this.guardedBy[placed.reason] = (this.guardedBy[placed.reason] ?? 0) + 1
      if (this.guardedExamples.length < feedExamplesMax) {
        this.guardedExamples.push({ text: shorten(entry.text), message: placed.message })
      }
      return
    }
    if (this.table.length >= feedEntriesMax) {
      throw new FeedRefused(`It has more than ${feedEntriesMax} entries.`)
    }
    this.table.add(placed.expression, encodeTag({ type: entry.type ?? this.type, isNarrow: placed.isNarrow }))
  }
}

const shorten = (text: string): string =>
  text.length > feedExampleCharsMax ? `${text.slice(0, feedExampleCharsMax)}…` : text
