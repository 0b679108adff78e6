import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { QueueFull } from "../queues/QueueFull.ts"
import type { UnsupportedDocument } from "./facts/DocumentType.ts"
import type { DocumentJudgement } from "./judge/JudgeDocument.ts"

/** Nothing of it could be read, damaged as it is. */
export class UnreadableDocument extends Schema.TaggedError<UnreadableDocument>()("UnreadableDocument", {}) {
  override get message(): string {
    return "The document is damaged: nothing in it can be read."
  }
}

/** A document as it was read and judged, before its links are looked up. */
export interface JudgedDocument extends DocumentJudgement {
  /** SHA-256 of the bytes, 64 lower-case hex digits. */
  readonly sha256: string
}

/** Reads documents, under limits of time and memory, and judges what it finds. Every document that can be read is answered. */
export class DocumentReader extends Context.Service<DocumentReader, {
  /**
   * Fails with `QueueFull` when no more documents may wait, of the requester (`CurrentRequester`) or in all.
   *
   * @param isGivenAway the caller needs the bytes no more: a reader that works elsewhere may take them along, buffer and all
   */
  readonly judge: (
    bytes: Uint8Array,
    isGivenAway?: boolean
  ) => Effect.Effect<JudgedDocument, UnsupportedDocument | UnreadableDocument | QueueFull>
}>()("gatehouse/core/documents/DocumentReader") {}
