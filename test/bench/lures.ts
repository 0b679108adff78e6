/**
 * Measures the detection of lures on the labeled documents: recall and false alarms by half, kind and language.
 *
 *   node test/bench/lures.ts
 */
import { type LabeledDocument, rateLure, readHalf } from "../core/documents/judge/lures/LureSet.ts"

type Rated = LabeledDocument & { readonly rating: "ok" | "warn" | "block" }

const percent = (part: number, whole: number): string =>
  whole === 0 ? "    –" : `${(100 * part / whole).toFixed(0).padStart(4)}%`

const row = (title: string, documents: ReadonlyArray<Rated>): string => {
  const phishing = documents.filter(({ label }) => label === "phishing")
  const ordinary = documents.filter(({ label }) => label === "ordinary")
  const found = phishing.filter(({ rating }) => rating !== "ok").length
  const [warned, blocked] = (["warn", "block"] as const).map((one) =>
    ordinary.filter(({ rating }) => rating === one).length
  )
  const numbers = [phishing.length, found].map((count) => String(count).padStart(5))
  const others = [ordinary.length, warned!, blocked!].map((count) => String(count).padStart(5))
  const precision = percent(found, found + warned! + blocked!)
  return [title.padEnd(24), ...numbers, percent(found, phishing.length), ...others, precision].join("  ")
}

const header = [
  "".padEnd(24),
  "phish",
  "found",
  "recal",
  "ordin",
  " warn",
  "block",
  "preci"
].join("  ")

const printRows = (documents: ReadonlyArray<Rated>, by: "kind" | "language"): void => {
  console.log(`\n${header}`)
  const groups = Map.groupBy(documents, (document) => document[by])
  for (const [name, group] of [...groups].toSorted(([one], [other]) => one < other ? -1 : 1)) {
    console.log(row(name, group))
  }
}

for (const half of ["development", "heldOut"] as const) {
  const documents = readHalf(half).map((document): Rated => ({ ...document, rating: rateLure(document) }))
  console.log(`\n== ${half}\n${header}\n${row("all", documents)}`)
  printRows(documents, "language")
  printRows(documents, "kind")
}
