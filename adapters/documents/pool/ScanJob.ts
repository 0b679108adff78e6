import { createHash } from "node:crypto"
import type { DocumentFacts } from "../../../core/documents/facts/DocumentFacts.ts"
import { nothingReadable } from "../../../core/documents/facts/Fact.ts"
import { judgeDocument } from "../../../core/documents/judge/JudgeDocument.ts"
import { finding } from "../../../core/documents/reasons/Finding.ts"
import { readDocument } from "../ReadDocument.ts"
import { Budget } from "../reading/Budget.ts"
import { bombAnswer, type JobAnswer, nothingKnown } from "./Messages.ts"

/** Judging has to end. */
class TooLate extends Error {}

/** When a scan in this thread ends at the latest, beside the deadline of reading. */
export interface ScanEnd {
  /** By the clock. Once it has passed, judging ends before its next step, and the document is answered as a bomb. */
  readonly endMillis?: number
  /** A clock other than `performance.now()`; for tests. */
  readonly now?: () => number
}

/** Hashes, reads and judges one document. Never throws: a reader that fails has read a part. */
export const scanBytes = (bytes: Uint8Array, deadlineMillis: number, end: ScanEnd = {}): JobAnswer =>
  scanHashed(bytes, hashOf(bytes), deadlineMillis, end)

/** SHA-256, 64 lower-case hex digits. */
export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** @param deadlineMillis when reading ends, by the clock */
export const scanHashed = (
  bytes: Uint8Array,
  sha256: string,
  deadlineMillis: number,
  { endMillis = Infinity, now = () => performance.now() }: ScanEnd = {}
): JobAnswer => {
  const beforeStep = () => {
    if (now() > endMillis) throw new TooLate()
  }
  try {
    const document = readDocument(bytes, new Budget(deadlineMillis, { now }))
    beforeStep()
    if (document === null || isUnreadable(document)) return "unreadable"
    const unsupported = unsupportedType(document)
    if (unsupported !== null) return { unsupported }
    return { sha256, ...judgeDocument(document, beforeStep) }
  } catch (cause) {
    if (cause instanceof TooLate) return bombAnswer(sha256, "time")
    const fault = cause instanceof Error ? cause.message.slice(0, 100) : "unknown fault"
    return { sha256, ...nothingKnown, findings: [finding("PARTIAL_SCAN", "brokenReader", [fault], "document")] }
  }
}

/** The type of a container that is not scanned; null for one that is, or that viewers of PDF open all the same. */
const unsupportedType = ({ facts }: DocumentFacts): string | null => {
  const unread = facts.find((fact) => fact.kind === "unread" && fact.isDocument)
  return unread?.kind !== "unread" || facts.some(({ kind }) => kind === "polyglot") ? null : unread.what
}

const isUnreadable = ({ facts }: DocumentFacts): boolean =>
  facts.some((fact) => fact.kind === "damaged" && fact.what === nothingReadable)
