import type { PrefixList } from "../../../../core/threats/prefixes/PrefixList.ts"
import type { ThreatType } from "../../../../core/threats/WebRisk.ts"
import type { HostKnowledge } from "../../../../core/urls/HostKnowledge.ts"
import type { FeedEntry, Said } from "../formats/Format.ts"
import { EntryTable, toTag } from "./EntryTable.ts"
import { feedEntriesMax, feedExampleCharsMax, feedExamplesMax, feedExceptionsMax, FeedRefused } from "./Limits.ts"
import { hostExpression, placeEntry } from "./PlaceEntry.ts"

/** Something of a list that is not looked up, and why. */
export interface LeftOutExample {
  readonly text: string
  readonly message: string
}

/** What reading a list came to. */
export interface FeedCounts {
  /** Entries that are looked up, each once. */
  readonly entries: number
  /** Lines or items that nobody understands. */
  readonly malformed: number
  /** Entries that would have blocked what many share. */
  readonly guarded: number
  /** The latter by the reason. */
  readonly guardedBy: Readonly<Record<string, number>>
  readonly malformedExamples: ReadonlyArray<string>
  readonly guardedExamples: ReadonlyArray<LeftOutExample>
}

/** Takes what a list says, piece by piece. */
export class FeedReader {
  private readonly table = new EntryTable()
  private readonly knowledge: HostKnowledge
  private readonly type: ThreatType
  private malformed = 0
  private guarded = 0
  private readonly guardedBy: Record<string, number> = {}
  private readonly malformedExamples: Array<string> = []
  private readonly guardedExamples: Array<LeftOutExample> = []

  /** @param type of entries about which the list does not say it */
  constructor(knowledge: HostKnowledge, type: ThreatType) {
    this.knowledge = knowledge
    this.type = type
  }

  /** @param piece what is shown of it when it cannot be understood */
  take(said: Said, piece: () => string): void {
    if (said === null) return this.takeMalformed(piece())
    for (const entry of said) this.takeEntry(entry)
  }

  takeMalformed(piece: string): void {
    this.malformed++
    if (this.malformedExamples.length < feedExamplesMax) this.malformedExamples.push(shortened(piece))
  }

  /** Leaves out what the list says of all of a host, before or after. */
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
