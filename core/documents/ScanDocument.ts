import { Clock, Effect, Result, Schema } from "effect"
import type { LookalikeContext } from "../brands/FindLookalike.ts"
import { type DocumentRating, documentRatings } from "../scoring/Bands.ts"
import type { Reason } from "../scoring/RuleSet.ts"
import { Download } from "../threats/Download.ts"
import { screenWebUrl } from "../threats/ScreenUrl.ts"
import { sourceLabel } from "../threats/SourceLabel.ts"
import { PopularDomains } from "../urls/PopularDomains.ts"
import { PublicSuffixes } from "../urls/PublicSuffixes.ts"
import { parseWebUrl, urlCharsMax } from "../urls/WebUrl.ts"
import { DocumentReader } from "./DocumentReader.ts"
import { truncateToLine } from "./facts/Target.ts"
import type { DocumentLink } from "./judge/DocumentLinks.ts"
import { type FindRegistrableDomain, judgeEachLink } from "./judge/JudgeLinks.ts"
import { MalwareEngine, type MalwareEngineService, MalwareEngineUnavailable } from "./MalwareEngine.ts"
import { type Finding, makeFinding, reasonsOf, scoreOf } from "./reasons/Finding.ts"
import type { ReasonCode } from "./reasons/ReasonCatalog.ts"
import { checkDocument } from "./UnsupportedDocument.ts"

/**
 * Maximum number of a document's links looked up in the threat sources. Documents with more are reported as partially
 * scanned.
 */
export const linksScreenedMax = 500
/** Maximum number of concurrent link lookups per document. */
const concurrentLookupsMax = 8
/** Number of links processed before yielding to other fibers: about one millisecond of work. */
export const linksPerYield = 32

export interface DocumentFile {
  readonly name: string
  readonly bytes: Uint8Array
  /**
   * True if the caller no longer needs the bytes or the rest of their buffer, so they may be transferred, not copied.
   */
  readonly isTransferable?: boolean
}

/** Verdict on a document. `formatDocumentResponse` formats it for the API. */
export interface DocumentScan {
  /** Score from 0 to 100; higher is safer. */
  readonly score: number
  readonly rating: DocumentRating
  readonly reasons: ReadonlyArray<Reason<ReasonCode>>
  /** All findings behind the reasons, highest penalty first. */
  readonly findings: ReadonlyArray<Finding>
  readonly summary: {
    readonly linksFound: number
    readonly uniqueDomains: ReadonlyArray<string>
    readonly hasEmbeddedFiles: boolean
    readonly hasMacros: boolean
  }
  /** SHA-256, 64 lower-case hex digits. */
  readonly sha256: string
  /** File size in bytes. */
  readonly bytes: number
  readonly fileName: string
  readonly scannedAt: Date
}

/**
 * Examines the actions of a document when it is opened, and the targets of its links. Never executes its content and
 * never fetches the addresses in it.
 *
 * Fails with `UnsupportedDocument` (not a PDF, Office file or email message), `UnreadableDocument` (damaged beyond
 * reading), `QueueFull`, `MalwareEngineUnavailable` (a required engine gave no verdict), or `WebRiskUnavailable`. The last
 * means that no link is listed, but a required threat source did not answer for at least one link.
 *
 * @param sourceUrl address from which the document was fetched; looked up together with the document's links
 */
export const scanDocument = Effect.fn("scanDocument")(
  function*({ bytes, isTransferable = false, name }: DocumentFile, sourceUrl: string | null = null) {
    yield* checkDocument(bytes)
    // Reads the size first, because transferring the bytes detaches their buffer.
    const size = bytes.length
    const { judge } = yield* DocumentReader
    const engine = yield* MalwareEngine
    // A document that the reader refuses needs no second verdict, so the failure interrupts the engine.
    const [judged, signatures] = engine === null
      ? [yield* judge(bytes, isTransferable), []]
      : yield* Effect.all([judge(bytes, false), engineFindings(engine, bytes)], { concurrency: 2 })
    const { registrableDomain } = yield* PublicSuffixes
    const { rankOf } = yield* PopularDomains
    const addresses = distinctHrefs(judged.links.filter(({ through }) => through === null))
    const findings = [
      ...judged.findings,
      ...signatures,
      ...yield* judgedLinks(judged.links, { registrableDomain, isPopular: (domain) => rankOf(domain) !== null }),
      // Only the written links, because screening looks through redirectors itself.
      ...yield* listedLinks(sourceUrl === null ? addresses : [sourceUrl, ...addresses])
    ]
    const score = scoreOf(findings)
    const uniqueDomains = yield* domainsOf(distinctHrefs(judged.links), registrableDomain)
    return {
      score,
      rating: documentRatings.nameOf(score),
      reasons: reasonsOf(findings),
      findings: findings.toSorted((a, b) => b.penalty - a.penalty),
      summary: {
        linksFound: addresses.length,
        uniqueDomains,
        hasEmbeddedFiles: judged.hasEmbeddedFiles,
        hasMacros: judged.hasMacros
      },
      sha256: judged.sha256,
      bytes: size,
      fileName: name,
      scannedAt: new Date(yield* Clock.currentTimeMillis)
    } satisfies DocumentScan
  }
)

const distinctHrefs = (links: ReadonlyArray<DocumentLink>): ReadonlyArray<string> => [
  ...new Set(links.map(({ href }) => href))
]

/** Scans the whole file with the second engine, which unpacks attached files itself. */
const engineFindings = Effect.fnUntraced(function*(engine: MalwareEngineService, bytes: Uint8Array) {
  const verdict = yield* engine.scan(bytes)
  if (verdict.kind === "clean") return []
  if (verdict.kind === "found") {
    return [makeFinding("MALWARE_SIGNATURE", "known", [engine.name, truncateToLine(verdict.signature)], "file")]
  }
  if (engine.isRequired) return yield* new MalwareEngineUnavailable({ engine: engine.name })
  return [makeFinding("PARTIAL_SCAN", "engine", [engine.name], "file")]
})

/** Judges the links by their appearance, yielding to other fibers at intervals. */
const judgedLinks = Effect.fnUntraced(function*(
  links: ReadonlyArray<DocumentLink>,
  names: LookalikeContext
) {
  const findings: Array<Finding> = []
  let judged = 0
  for (const found of judgeEachLink(links, names)) {
    findings.push(...found)
    if (++judged % linksPerYield === 0) yield* Effect.yieldNow
  }
  return findings
})

/** Returns the sorted registrable domains of the addresses. Returns a host without a registrable domain unchanged. */
const domainsOf = Effect.fnUntraced(function*(
  addresses: ReadonlyArray<string>,
  registrableDomain: FindRegistrableDomain
) {
  const domains = new Set<string>()
  for (const [at, address] of addresses.entries()) {
    const { hostname } = new URL(address)
    domains.add(registrableDomain(hostname) ?? hostname)
    if ((at + 1) % linksPerYield === 0) yield* Effect.yieldNow
  }
  return [...domains].toSorted()
})

const listedLinks = Effect.fnUntraced(function*(links: ReadonlyArray<string>) {
  const screened = links.slice(0, linksScreenedMax)
  const answers = yield* Effect.forEach(screened, (link) => Effect.result(screenLink(link)), {
    concurrency: concurrentLookupsMax
  })
  const findings: Array<Finding> = answers.flatMap((answer) =>
    Result.isSuccess(answer) && answer.success !== null ? [answer.success] : []
  )
  // One listed link decides the verdict, even if lookups of other links failed.
  const failed = findings.length > 0 ? undefined : answers.find(Result.isFailure)
  if (failed !== undefined) return yield* failed.failure
  if (links.length > linksScreenedMax) {
    findings.push(makeFinding("PARTIAL_SCAN", "links", [String(linksScreenedMax)], "links"))
  }
  return findings
})

/** Looks up one link. Yields first, because each lookup queries the database. */
const screenLink = Effect.fnUntraced(function*(link: string) {
  yield* Effect.yieldNow
  const url = parseWebUrl(screenable(link))
  // A link with another scheme or an invalid host cannot be looked up.
  if (Result.isFailure(url)) return null
  const { listed } = yield* screenWebUrl(url.success)
  return listed === null
    ? null
    : makeFinding(
      "MALICIOUS_URL",
      "listed",
      [sourceLabel(listed.source), truncateToLine(link)],
      truncateToLine(listed.expression)
    )
})

/**
 * Cuts a link that is too long to screen, because programs open links of any length. The result keeps the host and the
 * leading folders.
 */
const screenable = (link: string): string => {
  const url = link.length > urlCharsMax ? URL.parse(link) : null
  return url === null ? link : `${url.protocol}//${url.host}${url.pathname}${url.search}`.slice(0, urlCharsMax)
}

/** The request contains neither `file` nor `url`, or both of them. */
class FileXorUrl extends Schema.TaggedError<FileXorUrl>()("FileXorUrl", { message: Schema.String }) {}

export interface DocumentUpload {
  readonly file?: DocumentFile | undefined
  readonly url?: string | undefined
}

/**
 * Scans the uploaded file or the file at the URL. Exactly one of the two is required. In both cases, the reader may
 * transfer the bytes.
 */
export const scanUpload = Effect.fnUntraced(function*({ file, url }: DocumentUpload) {
  if (file !== undefined && url !== undefined) {
    return yield* new FileXorUrl({ message: "Send either file or url, not both." })
  }
  if (file !== undefined) return yield* scanDocument({ ...file, isTransferable: true })
  if (url === undefined) return yield* new FileXorUrl({ message: "Send either file or url." })
  yield* Effect.fromResult(parseWebUrl(url))
  const { bytes, fileName, finalUrl } = yield* (yield* Download).fetch(url)
  return yield* scanDocument({ name: fileName, bytes, isTransferable: true }, finalUrl)
})
