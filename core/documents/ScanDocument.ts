import { Clock, Effect, Result, Schema } from "effect"
import type { LookalikeContext } from "../brands/FindLookalike.ts"
import { type DocumentRating, documentRatings } from "../scoring/Bands.ts"
import type { Reason } from "../scoring/RuleSet.ts"
import { Download } from "../threats/Download.ts"
import { nameOfSource } from "../threats/NameOfSource.ts"
import { screenWebUrl } from "../threats/ScreenUrl.ts"
import { PopularDomains } from "../urls/PopularDomains.ts"
import { PublicSuffixes } from "../urls/PublicSuffixes.ts"
import { parseWebUrl, urlCharsMax } from "../urls/WebUrl.ts"
import { DocumentReader } from "./DocumentReader.ts"
import { checkDocument } from "./facts/DocumentType.ts"
import { shown } from "./facts/Target.ts"
import type { DocumentLink } from "./judge/DocumentLinks.ts"
import { judgeEachLink, type RegistrableDomain } from "./judge/JudgeLinks.ts"
import { type Finding, finding, reasonsOf, scoreOf } from "./reasons/Finding.ts"
import type { ReasonCode } from "./reasons/ReasonCatalogue.ts"

/** Links of one document that are looked up in the threat sources; a document with more is told to be scanned in part. */
export const linksScreenedMax = 500
/** Of them, looked up at the same time. */
const linksAtOnce = 8
/** Judged before others have their turn: about a millisecond's work. */
export const linksInOneGo = 32

export interface DocumentFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** Nobody else needs the bytes, nor what lies beside them in their buffer: they may be moved in place of being copied. */
  readonly isGivenAway?: boolean
}

/** The verdict on a document (contract, section 2.1, but for the spelling of its names). */
export interface DocumentScan {
  /** 0 to 100, higher is safer. */
  readonly score: number
  readonly rating: DocumentRating
  readonly reasons: ReadonlyArray<Reason<ReasonCode>>
  /** All that the reasons are made of, the weightiest first. */
  readonly findings: ReadonlyArray<Finding>
  readonly summary: {
    readonly linksFound: number
    readonly uniqueDomains: ReadonlyArray<string>
    readonly hasEmbeddedFiles: boolean
    readonly hasMacros: boolean
  }
  /** SHA-256, 64 lower-case hex digits. */
  readonly sha256: string
  /** Its size. */
  readonly bytes: number
  readonly fileName: string
  readonly scannedAt: Date
}

/**
 * Scans a document: what would happen to a person who opens it, and where its links lead. Nothing in it is run, and nothing
 * that it names is fetched.
 *
 * Fails with `UnsupportedDocument` (neither PDF nor Office file), `UnreadableDocument` (damaged beyond reading), `QueueFull`,
 * or `WebRiskUnavailable` when a threat source that is needed did not answer for one of its links, and none of them is
 * listed.
 *
 * @param sourceUrl where it was fetched from; it is looked up as its links are
 */
export const scanDocument = Effect.fn("scanDocument")(
  function*({ bytes, isGivenAway = false, name }: DocumentFile, sourceUrl: string | null = null) {
    yield* checkDocument(bytes)
    // Of bytes that are moved nothing is left.
    const size = bytes.length
    const judged = yield* (yield* DocumentReader).judge(bytes, isGivenAway)
    const { registrableDomain } = yield* PublicSuffixes
    const { rankOf } = yield* PopularDomains
    const addresses = [...new Set(judged.links.map(({ href }) => href))]
    const findings = [
      ...judged.findings,
      ...yield* judgedLinks(judged.links, { registrableDomain, isPopular: (domain) => rankOf(domain) !== null }),
      ...yield* listedLinks(sourceUrl === null ? addresses : [sourceUrl, ...addresses])
    ]
    const score = scoreOf(findings)
    const uniqueDomains = yield* domainsOf(addresses, registrableDomain)
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

/** What the links look like, with a moment for others now and then. */
const judgedLinks = Effect.fnUntraced(function*(
  links: ReadonlyArray<DocumentLink>,
  names: LookalikeContext
) {
  const findings: Array<Finding> = []
  let judged = 0
  for (const found of judgeEachLink(links, names)) {
    findings.push(...found)
    if (++judged % linksInOneGo === 0) yield* Effect.yieldNow
  }
  return findings
})

/** Registrable domains, or hosts that have none; sorted. */
const domainsOf = Effect.fnUntraced(function*(
  addresses: ReadonlyArray<string>,
  registrableDomain: RegistrableDomain
) {
  const domains = new Set<string>()
  for (const [at, address] of addresses.entries()) {
    const { hostname } = new URL(address)
    domains.add(registrableDomain(hostname) ?? hostname)
    if ((at + 1) % linksInOneGo === 0) yield* Effect.yieldNow
  }
  return [...domains].toSorted()
})

const listedLinks = Effect.fnUntraced(function*(links: ReadonlyArray<string>) {
  const screened = links.slice(0, linksScreenedMax)
  const answers = yield* Effect.forEach(screened, (link) => Effect.result(screenLink(link)), {
    concurrency: linksAtOnce
  })
  const findings: Array<Finding> = answers.flatMap((answer) =>
    Result.isSuccess(answer) && answer.success !== null ? [answer.success] : []
  )
  // One link that is listed settles it, whatever is not known of the others (decision 20).
  const failed = findings.length > 0 ? undefined : answers.find(Result.isFailure)
  if (failed !== undefined) return yield* failed.failure
  if (links.length > linksScreenedMax) {
    findings.push(finding("PARTIAL_SCAN", "links", [String(linksScreenedMax)], "links"))
  }
  return findings
})

/** With a moment for others before each: every one asks the database. */
const screenLink = Effect.fnUntraced(function*(link: string) {
  yield* Effect.yieldNow
  const url = parseWebUrl(screenable(link))
  // Of another scheme, or with a host that nobody can open: nothing to look up.
  if (Result.isFailure(url)) return null
  const { listed } = yield* screenWebUrl(url.success)
  return listed === null
    ? null
    : finding("MALICIOUS_URL", "listed", [nameOfSource(listed.source), shown(link)], shown(listed.expression))
})

/** Programs open links of any length: of one that is too long to be screened the beginning is, with its host and folders. */
const screenable = (link: string): string => {
  const url = link.length > urlCharsMax ? URL.parse(link) : null
  return url === null ? link : `${url.protocol}//${url.host}${url.pathname}${url.search}`.slice(0, urlCharsMax)
}

/** Neither or both of `file` and `url` (contract, section 4.1). */
class FileXorUrl extends Schema.TaggedError<FileXorUrl>()("FileXorUrl", { message: Schema.String }) {}

export interface DocumentUpload {
  readonly file?: DocumentFile | undefined
  readonly url?: string | undefined
}

/**
 * Scans what was sent, or what is fetched from the address that was sent: exactly one of the two. Either way nobody else needs
 * the bytes.
 */
export const scanUpload = Effect.fnUntraced(function*({ file, url }: DocumentUpload) {
  if (file !== undefined && url !== undefined) {
    return yield* new FileXorUrl({ message: "Send either file or url, not both." })
  }
  if (file !== undefined) return yield* scanDocument({ ...file, isGivenAway: true })
  if (url === undefined) return yield* new FileXorUrl({ message: "Send a file, or the url of one." })
  yield* Effect.fromResult(parseWebUrl(url))
  const { bytes, fileName, finalUrl } = yield* (yield* Download).fetch(url)
  return yield* scanDocument({ name: fileName, bytes, isGivenAway: true }, finalUrl)
})
