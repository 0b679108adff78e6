import { Effect } from "effect"
import { type JudgedDocument, UnreadableDocument } from "../../../core/documents/DocumentReader.ts"
import { UnsupportedDocument } from "../../../core/documents/UnsupportedDocument.ts"
import { isJudged, type ScanResult } from "./Messages.ts"

/** Converts a result to the effect that the `DocumentReader` port returns. */
export const resultToEffect = (
  answer: ScanResult
): Effect.Effect<JudgedDocument, UnsupportedDocument | UnreadableDocument> =>
  isJudged(answer)
    ? Effect.succeed(answer)
    : Effect.fail(answer === "unreadable" ? new UnreadableDocument({}) : UnsupportedDocument.of(answer.unsupported))
