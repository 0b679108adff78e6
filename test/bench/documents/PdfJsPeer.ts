import { readFileSync } from "node:fs"
import { readPdf } from "../../../adapters/documents/pdf/ReadPdf.ts"
import { Budget } from "../../../adapters/documents/reading/Budget.ts"
import { readWithPdfJs } from "../../adapters/documents/pdf/mutations/PdfJs.ts"
import { formatLine, type Scan } from "./Measures.ts"

/** Number of files that pdf.js reads first, so that its code is compiled. */
const warmUpFiles = 200
const addressPrefix = "address: "

/**
 * Measures pdf.js in this process after a warm-up. It opens each file and reads its text, links, scripts and
 * attachments. Returns lines with the CPU time of both readers, their ratio, and the addresses that both find.
 */
export const comparePdfJs = async (scans: ReadonlyArray<Scan>): Promise<ReadonlyArray<string>> => {
  const pdfs = scans.filter(({ format }) => format === "pdf")
  for (const { name } of pdfs.slice(0, warmUpFiles)) await readWithPdfJs(readFileSync(name))
  const measured: Array<Scan> = []
  const addresses = { pdfJs: 0, both: 0 }
  for (const scan of pdfs) {
    const bytes = readFileSync(scan.name)
    const start = process.cpuUsage()
    const found = await readWithPdfJs(bytes)
    const { system, user } = process.cpuUsage(start)
    measured.push({ ...scan, millis: (system + user) / 1_000, isPartial: found === null })
    const own = addressesOf(bytes)
    const theirs = [...found ?? []].filter((line) => line.startsWith(addressPrefix))
    addresses.pdfJs += theirs.length
    addresses.both += theirs.filter((line) => own.has(line.slice(addressPrefix.length))).length
  }
  const opened = measured.flatMap(({ isPartial, millis }, at) => isPartial ? [] : [[pdfs[at]!.millis, millis] as const])
  const sumOf = (index: 0 | 1): number => opened.reduce((sum, times) => sum + times[index], 0)
  const ratios = opened.map(([own, theirs]) => own / theirs).toSorted((one, other) => one - other)
  return [
    formatLine("gatehouse", pdfs),
    formatLine("pdf.js", measured),
    `CPU time as a share of pdf.js, ${opened.length} files that it opens: median ${
      percent(ratios[ratios.length >> 1])
    }, ` +
    `in total ${percent(sumOf(0) / sumOf(1))}`,
    `Addresses of links: pdf.js finds ${addresses.pdfJs}, of which gatehouse also finds ${addresses.both}`
  ]
}

const percent = (ratio = Number.NaN): string => `${(100 * ratio).toFixed(1)} %`

/** Returns the targets of all links and actions. */
const addressesOf = (bytes: Uint8Array): ReadonlySet<string> =>
  new Set(
    readPdf(bytes, new Budget()).facts.flatMap((fact) =>
      fact.kind === "link"
        ? [fact.url]
        : fact.kind === "action" && fact.action.target !== null
        ? [fact.action.target]
        : []
    )
  )
