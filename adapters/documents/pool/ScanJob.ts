import { createHash } from "node:crypto"
import type { DocumentFacts } from "../../../core/documents/facts/DocumentFacts.ts"
import { nothingReadable } from "../../../core/documents/facts/Fact.ts"
import { judgeDocument } from "../../../core/documents/judge/JudgeDocument.ts"
import { makeFinding } from "../../../core/documents/reasons/Finding.ts"
import type { ArchiveFormats } from "../archives/ArchiveFiles.ts"
import { loadLibArchive } from "../archives/LibArchive.ts"
import { NoArchiveFormats, readDocument } from "../ReadDocument.ts"
import { Budget } from "../reading/Budget.ts"
import { emptyResult, limitExceededResult, type ScanResult } from "./Messages.ts"

/** Thrown when the judging deadline has passed. */
class DeadlineExceeded extends Error {}

/** Deadline for the whole scan in this thread, in addition to the reading deadline. */
export interface ScanDeadline {
  /**
   * End of the scan, in milliseconds of `now`. After it, judging stops before its next step and the document is
   * reported as a bomb.
   */
  readonly endMillis?: number
  /** Clock that tests use instead of `performance.now()`. */
  readonly now?: () => number
}

/**
 * Hashes, reads and judges one document. Never throws: if a reader fails, the result is a partial scan.
 *
 * @param formats opens archives other than ZIP and gzip. If it is absent, such archives remain unread.
 */
export const scanBytes = (
  bytes: Uint8Array,
  deadlineMillis: number,
  end: ScanDeadline = {},
  formats?: ArchiveFormats
): ScanResult => scanHashed(bytes, sha256HexOf(bytes), deadlineMillis, end, formats)

/** Returns the SHA-256 as 64 lowercase hex digits. */
export const sha256HexOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/**
 * Scans one document. If it contains an archive that needs a library, loads the library and scans the document again.
 *
 * @param deadlineMillis time of the clock, in milliseconds, at which reading ends
 */
export const scanCompletely = (
  bytes: Uint8Array,
  sha256: string,
  deadlineMillis: number,
  end: ScanDeadline = {}
): ScanResult | Promise<ScanResult> => {
  const none = new NoArchiveFormats()
  const answer = scanHashed(bytes, sha256, deadlineMillis, end, none)
  if (!none.wasNeeded) return answer
  // If the library does not load, return the first result, which reports the archives as unread.
  return loadLibArchive().then(
    (formats) => scanHashed(bytes, sha256, deadlineMillis, end, formats),
    () => answer
  )
}

const scanHashed = (
  bytes: Uint8Array,
  sha256: string,
  deadlineMillis: number,
  { endMillis = Infinity, now = () => performance.now() }: ScanDeadline = {},
  formats?: ArchiveFormats
): ScanResult => {
  const beforeStep = () => {
    if (now() > endMillis) throw new DeadlineExceeded()
  }
  try {
    const document = readDocument(bytes, new Budget(deadlineMillis, { now }), formats)
    beforeStep()
    if (document === null || isUnreadable(document)) return "unreadable"
    const unsupported = unsupportedContainer(document)
    if (unsupported !== null) return { unsupported }
    return { sha256, ...judgeDocument(document, beforeStep) }
  } catch (cause) {
    if (cause instanceof DeadlineExceeded) return limitExceededResult(sha256, "time")
    const fault = cause instanceof Error ? cause.message.slice(0, 100) : "unknown fault"
    return { sha256, ...emptyResult, findings: [makeFinding("PARTIAL_SCAN", "brokenReader", [fault], "document")] }
  }
}

/**
 * Returns the type of a container that is not scanned. Returns null if the document is scanned or PDF viewers can open
 * it.
 */
const unsupportedContainer = ({ facts }: DocumentFacts): string | null => {
  const unread = facts.find((fact) => fact.kind === "unread" && fact.isDocument)
  return unread?.kind !== "unread" || facts.some(({ kind }) => kind === "polyglot") ? null : unread.detail
}

const isUnreadable = ({ facts }: DocumentFacts): boolean =>
  facts.some((fact) => fact.kind === "damaged" && fact.detail === nothingReadable)
