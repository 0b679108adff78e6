import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { PdfFile } from "../../adapters/documents/pdf/objects/PdfFile.ts"
import { isJudged } from "../../adapters/documents/pool/Messages.ts"
import { scanBytes } from "../../adapters/documents/pool/ScanJob.ts"
import { Budget } from "../../adapters/documents/reading/Budget.ts"
import { formatLine, formatReport, header, type Scan, sizes } from "./documents/Measures.ts"
import { comparePdfJs } from "./documents/PdfJsPeer.ts"
import { comparePeers } from "./documents/Peers.ts"
import { makeDocuments } from "./documents/Sizes.ts"
import { generateSeeds } from "./fuzz/GenerateSeeds.ts"

const help =
  `CPU time of document scans in this process after a warm-up, compared with other programs on the same files.

  node test/bench/documents.ts [options] [folder ...]     without a folder: generated documents of up to 25 MB

  --rounds <number>        scans of each file; the fastest counts (1; 3 without a folder)
  --ending <pdf>           only files with this extension
  --peers <number>         number of files that the other programs read too, spread over all (200; 0: none)

pdf.js reads PDFs in this process. Other programs, if installed: qpdf, mutool, clamscan (with a database of one signature that
matches nothing). Each starts one process per file, and its time includes the start. Files over 25 MB and files that are not
documents are skipped.
`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean", default: false },
    rounds: { type: "string" },
    ending: { type: "string" },
    peers: { type: "string", default: "200" }
  }
})

const bytesMax = 25_000_000
/** Number of files to scan first, so that the code is compiled as in a running server. */
const warmUpFiles = 400
/** Reading deadline of the server's pool. */
const readMillisMax = 3_000

const filesUnder = (path: string): ReadonlyArray<string> =>
  statSync(path).isDirectory()
    ? readdirSync(path).toSorted().flatMap((name) => name === ".git" ? [] : filesUnder(join(path, name)))
    : [path]

const endingOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1).toLowerCase()

const scan = (name: string, rounds: number): Scan | null => {
  const bytes = new Uint8Array(readFileSync(name))
  let millis = Infinity
  let isPartial = false
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage()
    const answer = scanBytes(bytes, performance.now() + readMillisMax)
    const { system, user } = process.cpuUsage(start)
    if (!isJudged(answer)) return null
    isPartial = answer.findings.some(({ code }) => code === "PARTIAL_SCAN")
    millis = Math.min(millis, (system + user) / 1_000)
  }
  return { name, format: endingOf(name), bytes: bytes.length, millis, isPartial }
}

/** Returns `count` items, spread evenly over the list. */
const spread = <A>(list: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
  list.length <= count
    ? list
    : Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]!)

const megabytesPerSecond = (bytes: Uint8Array, read: () => unknown): string => {
  let millis = Infinity
  for (let round = 0; round < 5; round++) {
    const start = process.cpuUsage()
    read()
    const { system, user } = process.cpuUsage(start)
    millis = Math.min(millis, (system + user) / 1_000)
  }
  return `${(bytes.length / 1_000 / millis).toFixed(0)} MB/s`
}

const makeFiles = (folder: string): void => {
  for (const { name, read } of generateSeeds()) writeFileSync(join(folder, name.replaceAll("/", "-")), read())
  for (const [ending, make] of Object.entries(makeDocuments)) {
    for (const [title, bytes] of sizes) {
      writeFileSync(join(folder, `${title}.${ending}`), make(Math.floor(0.95 * bytes)).subarray(0, bytesMax))
    }
  }
}

const bench = async (folders: ReadonlyArray<string>, rounds: number): Promise<void> => {
  const files = folders.flatMap(filesUnder).filter((name) =>
    statSync(name).size <= bytesMax && (values.ending === undefined || endingOf(name) === values.ending)
  )
  const warming = spread(files.filter((name) => statSync(name).size <= 200_000), warmUpFiles)
  for (let at = 0; at < warmUpFiles && warming.length > 0; at++) scan(warming[at % warming.length]!, 1)
  const scans: Array<Scan> = []
  for (const name of files) {
    const done = scan(name, rounds)
    if (done !== null) scans.push(done)
  }
  console.log(`Node ${process.versions.node}; ${files.length} files, of which ${scans.length} are documents\n`)
  console.log(formatReport(scans))
  if (positionals.length === 0) {
    console.log(`\nOne document of each size:\n${header}`)
    for (const ending of Object.keys(makeDocuments)) {
      for (const [title] of sizes) {
        const documents = scans.filter(({ name }) => name.endsWith(`${title}.${ending}`))
        console.log(formatLine(`${ending} ${title}`, documents))
      }
    }
  }
  const objects = makeDocuments["pdf"]!(8_000_000)
  console.log(`\nObjects of a PDF of 8 MB: ${megabytesPerSecond(objects, () => new PdfFile(objects, new Budget()))}`)
  const shared = spread(scans.filter(({ format }) => format !== "slk"), Number(values.peers))
  const pdfs = spread(scans.filter(({ format }) => format === "pdf"), Number(values.peers))
  if (shared.length === 0) return
  console.log(`\nOther programs (CPU time includes the start of their processes):\n${header}`)
  for (const line of comparePeers([...new Set([...pdfs, ...shared])])) console.log(line)
  console.log(`\npdf.js in this process:\n${header}`)
  for (const line of await comparePdfJs(pdfs)) console.log(line)
}

if (values.help) console.log(help)
else if (positionals.length > 0) await bench(positionals, Number(values.rounds ?? 1))
else {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-documents-"))
  try {
    mkdirSync(folder, { recursive: true })
    makeFiles(folder)
    await bench([folder], Number(values.rounds ?? 3))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
