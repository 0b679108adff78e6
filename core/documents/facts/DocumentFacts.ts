import type { DocumentType } from "./DocumentType.ts"
import type { EmbeddedFile, Fact } from "./Fact.ts"
import type { FileKind } from "./FileKind.ts"

/** Everything read from a document, including its embedded files. */
export interface DocumentFacts {
  readonly type: DocumentType
  readonly facts: ReadonlyArray<Fact>
  readonly files: ReadonlyArray<FileFacts>
}

/** A file embedded in a document. */
export interface FileFacts {
  readonly name: string
  /** Other names that programs may show for this file. */
  readonly otherNames: ReadonlyArray<string>
  readonly as: EmbeddedFile["as"]
  readonly where: string
  readonly bytes: number
  readonly kind: FileKind
  /**
   * Type of unread content as a phrase for messages, for example "a RAR archive". Null for content that was read or is
   * inert.
   */
  readonly unread: string | null
  /** Contents of an embedded document; null for other files. */
  readonly document: DocumentFacts | null
  /** Entries of an embedded archive. */
  readonly files: ReadonlyArray<FileFacts>
}
