import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { QueueFull } from "../queues/QueueFull.ts"
import type { DocumentJudgment } from "./judge/JudgeDocument.ts"
import type { UnsupportedDocument } from "./UnsupportedDocument.ts"

/** The document is too damaged to read any part of it. */
export class UnreadableDocument extends Schema.TaggedError<UnreadableDocument>()("UnreadableDocument", {}) {
  override get message(): string {
    return "The document is too damaged to read."
  }
}

/** A parsed and judged document, before its links are looked up in the threat sources. */
export interface JudgedDocument extends DocumentJudgment {
  /** SHA-256 of the bytes, 64 lower-case hex digits. */
  readonly sha256: string
}

/** Reads documents within limits of time and memory, and judges their contents. */
export class DocumentReader extends Context.Service<DocumentReader, {
  /**
   * Judges a document. Fails with `QueueFull` if the queue is full for this requester (`CurrentRequester`) or in total.
   *
   * @param isTransferable whether the caller no longer needs the bytes, so that a reader in another thread may transfer
   * their buffer
   */
  readonly judge: (
    bytes: Uint8Array,
    isTransferable?: boolean
  ) => Effect.Effect<JudgedDocument, UnsupportedDocument | UnreadableDocument | QueueFull>
}>()("gatehouse/core/documents/DocumentReader") {}
