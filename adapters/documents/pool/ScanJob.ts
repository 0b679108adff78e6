import { createHash } from "node:crypto"
import type { DocumentFacts } from "../../../core/documents/DocumentFacts.ts"
import { nothingReadable } from "../../../core/documents/Fact.ts"
import { finding } from "../../../core/documents/Finding.ts"
import { judgeDocument } from "../../../core/documents/judge/JudgeDocument.ts"
import { Budget } from "../Budget.ts"
import { readDocument } from "../ReadDocument.ts"
import { type JobAnswer, nothingKnown } from "./Messages.ts"

/** Hashes, reads and judges one document. Never throws: a reader that fails has read a part. */
export const scanBytes = (bytes: Uint8Array, deadlineMillis: number): JobAnswer =>
  scanHashed(bytes, hashOf(bytes), deadlineMillis)

/** SHA-256, 64 lower-case hex digits. */
export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** @param deadlineMillis when reading ends, by `performance.now()` */
export const scanHashed = (bytes: Uint8Array, sha256: string, deadlineMillis: number): JobAnswer => {
  try {
    const document = readDocument(bytes, new Budget(deadlineMillis))
    if (document === null || isUnreadable(document)) return "unreadable"
    const unsupported = unsupportedType(document)
    if (unsupported !== null) return { unsupported }
    return { sha256, ...judgeDocument(document) }
  } catch (cause) {
    const message = `It breaks the reader: ${cause instanceof Error ? cause.message.slice(0, 100) : "unknown fault"}`
    return { sha256, ...nothingKnown, findings: [finding("PARTIAL_SCAN", 16, message, "document")] }
  }
}

/** The type of a container that is not scanned; null for one that is, or that viewers of PDF open all the same. */
const unsupportedType = ({ facts }: DocumentFacts): string | null => {
  const unread = facts.find((fact) => fact.kind === "unread" && fact.isDocument)
  return unread?.kind !== "unread" || facts.some(({ kind }) => kind === "polyglot") ? null : unread.what
}

const isUnreadable = ({ facts }: DocumentFacts): boolean =>
  facts.some((fact) => fact.kind === "damaged" && fact.what === nothingReadable)
