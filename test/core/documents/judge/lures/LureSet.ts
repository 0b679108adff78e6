import { readFileSync } from "node:fs"
import { publicSuffixes } from "../../../../../adapters/lists/PublicSuffixesTldts.ts"
import type { DocumentFacts } from "../../../../../core/documents/facts/DocumentFacts.ts"
import type { Fact } from "../../../../../core/documents/facts/Fact.ts"
import { collectLinks, type DocumentLink } from "../../../../../core/documents/judge/DocumentLinks.ts"
import { judgeLinks } from "../../../../../core/documents/judge/JudgeLinks.ts"
import { judgeLure } from "../../../../../core/documents/judge/JudgeLure.ts"
import { scoreOf } from "../../../../../core/documents/reasons/Finding.ts"
import { documentRatings } from "../../../../../core/scoring/Bands.ts"

/** A labeled document of one or two pages, written by hand. */
export interface LabeledDocument {
  readonly label: "phishing" | "ordinary"
  readonly kind: string
  /** ISO 639-1 code. */
  readonly language: string
  readonly pages: number
  readonly text: string
  readonly links: ReadonlyArray<{
    readonly text: string
    readonly url: string
    /** Percent of the page that the link covers. */
    readonly area: number
  }>
  /** URL in a QR code. */
  readonly qr: string | null
}

/**
 * Halves of the labeled set. The rules were written with `development`. The authors of `heldOut` had not seen the
 * rules, and the rules were not changed for it.
 */
export type Half = "development" | "heldOut"

export const readHalf = (half: Half): ReadonlyArray<LabeledDocument> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A file of this repository.
  JSON.parse(readFileSync(new URL(`${half}.json`, import.meta.url), "utf8")) as ReadonlyArray<LabeledDocument>

/** Rates a document by its text and links alone. */
export const rateLure = ({ links, pages, qr, text }: LabeledDocument): "ok" | "warn" | "block" => {
  const linkFacts = links.map((link): Fact => ({
    kind: "link",
    url: link.url,
    text: link.text,
    from: "annotation",
    where: "page 1"
  }))
  const codes: ReadonlyArray<Fact> = qr === null
    ? []
    : [{ kind: "link", url: qr, text: null, from: "qr", where: "page 1" }]
  const linkArea = Math.max(0, ...links.map(({ area }) => area / 100))
  const facts: ReadonlyArray<Fact> = [...linkFacts, ...codes, {
    kind: "text",
    text,
    pages,
    linkArea,
    where: "document"
  }]
  const all: ReadonlyArray<DocumentLink> = collectLinks(
    { type: "pdf", facts, files: [] } satisfies DocumentFacts,
    noMacros
  )
  const findings = [...judgeLinks(all, publicSuffixes.registrableDomain), ...judgeLure(facts, all)]
  return documentRatings.nameOf(scoreOf(findings))
}

const noMacros = (): never => {
  throw new Error("These documents have no macros.")
}
