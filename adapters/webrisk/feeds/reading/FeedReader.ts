import type { PrefixList } from "../../../../core/threats/prefixes/PrefixList.ts"
import type { ThreatType } from "../../../../core/threats/WebRisk.ts"
import type { HostKnowledge } from "../../../../core/urls/HostKnowledge.ts"
import type { FeedEntry, Said } from "../formats/Format.ts"
import { EntryTable, toTag } from "./EntryTable.ts"
import { feedEntriesMax, feedExampleCharsMax, feedExamplesMax, feedExceptionsMax, FeedRefused } from "./Limits.ts"
import { hostExpression, placeEntry } from "./PlaceEntry.ts"

/** Example of an omitted entry, with the reason. */
export interface LeftOutExample {
  readonly text: string
  readonly message: string
}

export interface FeedCounts {
  /** Number of distinct entries in use. */
  readonly entries: number
  readonly malformed: number
  /** Number of entries omitted because they would block a host shared by many. */
  readonly guarded: number
  readonly guardedBy: Readonly<Record<string, number>>
  readonly malformedExamples: ReadonlyArray<string>
  readonly guardedExamples: ReadonlyArray<LeftOutExample>
}

/** Collects the entries of a list piece by piece. */
export class FeedReader {
  private readonly table = new EntryTable()
  private readonly knowledge: HostKnowledge
  private readonly type: ThreatType
  private malformed = 0
  private guarded = 0
  private readonly guardedBy: Record<string, number> = {}
  private readonly malformedExamples: Array<string> = []
  private readonly guardedExamples: Array<LeftOutExample> = []

  /** @param type default for entries for which the list does not state one */
  constructor(knowledge: HostKnowledge, type: ThreatType) {
    this.knowledge = knowledge
    this.type = type
  }

  /** @param piece returns the text shown in examples of malformed input */
  take(said: Said, piece: () => string): void {
    if (said === null) return this.takeMalformed(piece())
    for (const entry of said) this.takeEntry(entry)
  }

  takeMalformed(piece: string): void {
    this.malformed++
    if (this.malformedExamples.length < feedExamplesMax) this.malformedExamples.push(shortened(piece))
  }

  /** Excludes entries for a whole host, whether they come before or after. */
  except(host: string): void {
    const placed = hostExpression(host)
    if (placed === null) return
    if (this.table.exceptions >= feedExceptionsMax) {
      throw new FeedRefused(`It has more than ${feedExceptionsMax} exceptions.`)
    }
    this.table.except(placed)
  }

  finish(): { readonly list: PrefixList; readonly counts: FeedCounts } {
    const { guarded, guardedBy, guardedExamples, malformed, malformedExamples } = this
    const list = this.table.toList()
    const counts = { entries: list.length, malformed, guarded, guardedBy, malformedExamples, guardedExamples }
    return { list, counts }
  }

  private takeEntry(entry: FeedEntry): void {
    const placed = placeEntry(entry, this.knowledge)
    if (placed === null) return this.takeMalformed(entry.text)
    if ("class" in placed) {
      this.guarded++
      this.guardedBy[placed.class] = (this.guardedBy[placed.class] ?? 0) + 1
      if (this.guardedExamples.length < feedExamplesMax) {
        this.guardedExamples.push({ text: shortened(entry.text), message: placed.message })
      }
      return
    }
    if (this.table.length >= feedEntriesMax) {
      throw new FeedRefused(`It has more than ${feedEntriesMax} entries.`)
    }
    this.table.add(placed.expression, toTag({ type: entry.type ?? this.type, isNarrow: placed.isNarrow }))
  }
}

const shortened = (text: string): string =>
  text.length > feedExampleCharsMax ? `${text.slice(0, feedExampleCharsMax)}…` : text
