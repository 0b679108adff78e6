import { Effect } from "effect"
import { type JudgedDocument, UnreadableDocument } from "../../../core/documents/DocumentReader.ts"
import { UnsupportedDocument } from "../../../core/documents/facts/DocumentType.ts"
import { finding } from "../../../core/documents/reasons/Finding.ts"

/** A container of a type that is not scanned, for instance "a Windows Installer package". */
export interface Unsupported {
  readonly unsupported: string
}

/** What comes of a document; "unreadable" where nothing of it could be read. */
export type JobAnswer = JudgedDocument | Unsupported | "unreadable"

export const isJudged = (answer: JobAnswer): answer is JudgedDocument =>
  answer !== "unreadable" && !("unsupported" in answer)

/** The answer as the port gives it. */
export const effectOf = (
  answer: JobAnswer
): Effect.Effect<JudgedDocument, UnsupportedDocument | UnreadableDocument> =>
  isJudged(answer)
    ? Effect.succeed(answer)
    : Effect.fail(answer === "unreadable" ? new UnreadableDocument({}) : UnsupportedDocument.of(answer.unsupported))

/** Of a document that broke its reader, or was too much for it. */
export const nothingKnown = { links: [], hasEmbeddedFiles: false, hasMacros: false } as const

/** The answer for a document that takes too much of something. */
export const bombAnswer = (sha256: string, limit: "time" | "memory"): JudgedDocument => ({
  sha256,
  ...nothingKnown,
  findings: [finding("RESOURCE_BOMB", "tooMuch", [limit], "document")]
})

/** From the pool to a worker. */
export interface Job {
  readonly id: number
  /** The document lies within it. No view of it, for Deno goes through each byte of a view that it is sent (200 ms a MB). */
  readonly buffer: ArrayBuffer
  readonly from: number
  readonly length: number
  /** How long it may read; then it answers with what it has. */
  readonly readMillisMax: number
}

/** From a worker to the pool, before it begins to read: whatever comes of that, the document can be named. */
export interface Hashed {
  readonly id: number
  /** 64 lower-case hex digits. */
  readonly sha256: string
}

/** From a worker to the pool. */
export interface Done {
  readonly id: number
  readonly answer: JobAnswer
}
