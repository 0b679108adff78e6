import type { JudgedDocument } from "../../../core/documents/DocumentReader.ts"
import { makeFinding } from "../../../core/documents/reasons/Finding.ts"

/**
 * Result for a container of a type that is not scanned. It names the type, for example "a Windows Installer package".
 */
export interface UnsupportedContainer {
  readonly unsupported: string
}

/** Result of scanning a document. It is "unreadable" if nothing could be read. */
export type ScanResult = JudgedDocument | UnsupportedContainer | "unreadable"

export const isJudged = (answer: ScanResult): answer is JudgedDocument =>
  answer !== "unreadable" && !("unsupported" in answer)

/** Result fields, except the findings, of a document that crashed its reader or exceeded a limit. */
export const emptyResult = { links: [], hasEmbeddedFiles: false, hasMacros: false } as const

/** Returns the result for a document that exceeds a limit on time or memory. */
export const limitExceededResult = (sha256: string, limit: "time" | "memory"): JudgedDocument => ({
  sha256,
  ...emptyResult,
  findings: [makeFinding("RESOURCE_BOMB", "tooMuch", [limit], "document")]
})

export interface ScanRequest {
  readonly id: number
  /** Buffer that contains the document. It is not a view, because Deno copies views byte by byte (200 ms per MB). */
  readonly buffer: ArrayBuffer
  readonly from: number
  readonly length: number
  /** Maximum reading time in milliseconds. After it, the worker judges the content read so far. */
  readonly readMillisMax: number
}

/** Message from a worker before it starts to read. The pool can then identify the document if the worker fails. */
export interface HashMessage {
  readonly id: number
  /** SHA-256 of the document as 64 lowercase hex digits. */
  readonly sha256: string
}

/** Response from a worker to the pool. */
export interface ResultMessage {
  readonly id: number
  readonly result: ScanResult
}
