import type { JudgedDocument } from "../../../core/ports/DocumentReader.ts"

/** What comes of a document; "unreadable" where nothing of it could be read. */
export type JobAnswer = JudgedDocument | "unreadable"

/** Of a document that broke its reader, or was too much for it. */
export const nothingKnown = { links: [], hasEmbeddedFiles: false, hasMacros: false } as const

/** From the pool to a worker. */
export interface Job {
  readonly id: number
  readonly bytes: Uint8Array
  /** How long it may read; then it answers with what it has. */
  readonly readMillisMax: number
}

/** From a worker to the pool. */
export interface Done {
  readonly id: number
  readonly answer: JobAnswer
}

/** From a worker that has loaded what it needs. */
export const ready = "ready"
