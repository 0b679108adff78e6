import { type EmbeddedFile, type Fact, factsMax, type Reading } from "../../../core/documents/Fact.ts"
import { endingOf, fileKindOf, runnableEndings } from "../../../core/documents/FileKind.ts"
import { Findings } from "../Findings.ts"

/** Facts of one kind, and of one role of references: a thousand of the one do not crowd out the only one of the other. */
export const factsOfKindMax = 500

/**
 * Findings of which none is lost to a flood of others: each kind has its ration, links come last, and of the files those come
 * first that may do something.
 */
export class RationedFindings extends Findings {
  private readonly counts = new Map<string, number>()
  private readonly links: Array<Fact> = []
  private readonly candidates: Array<EmbeddedFile> = []

  override add(fact: Fact): void {
    if (fact.kind === "link") {
      // One more than can be told, so that it is told that there are more.
      if (this.links.length <= factsMax) this.links.push(fact)
      return
    }
    const kind = fact.kind === "reference" ? `reference (${fact.role})` : fact.kind
    const count = this.counts.get(kind) ?? 0
    if (count >= factsOfKindMax) return super.add({ kind: "cut off", limit: `facts: ${kind}`, where: "document" })
    const before = super.reading().facts.length
    super.add(fact)
    if (super.reading().facts.length > before) this.counts.set(kind, count + 1)
  }

  /** Their bytes are within the budget, and there are no more of them than entries of the archive. */
  override addFile(file: EmbeddedFile): void {
    this.candidates.push(file)
  }

  override reading(): Reading {
    for (const link of this.links.splice(0)) super.add(link)
    const files = this.candidates.splice(0)
    for (const file of files.toSorted((one, other) => rankOf(one) - rankOf(other))) super.addFile(file)
    return super.reading()
  }
}

const rankOf = ({ bytes, name }: EmbeddedFile): number => {
  const kind = fileKindOf(bytes)
  if (kind === "program" || kind === "shortcut" || runnableEndings.has(endingOf(name))) return 0
  return kind === "other" || kind === "picture" ? 2 : 1
}
