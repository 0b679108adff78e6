import { Effect } from "effect"
import { type JudgedDocument, UnreadableDocument } from "../../../core/documents/DocumentReader.ts"
import { UnsupportedDocument } from "../../../core/documents/facts/DocumentType.ts"
import { finding } from "../../../core/documents/reasons/Finding.ts"

/** Name of a container type that is not scanned, for example "a Windows Installer package". */
export interface Unsupported {
  readonly unsupported: string
}

/** Result for a document; "unreadable" if nothing could be read. */
export type ScanResult = JudgedDocument | Unsupported | "unreadable"

export const isJudged = (answer: ScanResult): answer is JudgedDocument =>
  answer !== "unreadable" && !("unsupported" in answer)

/** Converts the result to the outcome of the port. */
export const toEffect = (
  answer: ScanResult
): Effect.Effect<JudgedDocument, UnsupportedDocument | UnreadableDocument> =>
  isJudged(answer)
    ? Effect.succeed(answer)
    : Effect.fail(answer === "unreadable" ? new UnreadableDocument({}) : UnsupportedDocument.of(answer.unsupported))

/** Result fields of a document that crashed its reader or exceeded a limit. */
export const emptyResult = { links: [], hasEmbeddedFiles: false, hasMacros: false } as const

/** Returns the result for a document that exceeds a limit on time or memory. */
export const limitExceededResult = (sha256: string, limit: "time" | "memory"): JudgedDocument => ({
  sha256,
  ...emptyResult,
  findings: [finding("RESOURCE_BOMB", "tooMuch", [limit], "document")]
})

export interface ScanRequest {
  readonly id: number
  /** Buffer that contains the document. Not a view, because Deno copies views byte by byte (200 ms per MB). */
  readonly buffer: ArrayBuffer
  readonly from: number
  readonly length: number
  /** Reading deadline in milliseconds; the worker then judges what it has read. */
  readonly readMillisMax: number
}

/** Message from a worker before it starts to read, so that the document can be identified if the worker fails. */
export interface HashMessage {
  readonly id: number
  /** 64 lowercase hex digits. */
  readonly sha256: string
}

/** Response from a worker to the pool. */
export interface ResultMessage {
  readonly id: number
  readonly result: ScanResult
}
