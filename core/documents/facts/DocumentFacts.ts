import type { DocumentType } from "./DocumentType.ts"
import type { EmbeddedFile, Fact } from "./Fact.ts"
import type { FileKind } from "./FileKind.ts"

/** A document and everything in it, read. */
export interface DocumentFacts {
  readonly type: DocumentType
  readonly facts: ReadonlyArray<Fact>
  readonly files: ReadonlyArray<FileFacts>
}

/** A file within a document. */
export interface FileFacts {
  readonly name: string
  /** Other names under which programs may see it. */
  readonly otherNames: ReadonlyArray<string>
  readonly as: EmbeddedFile["as"]
  readonly where: string
  readonly bytes: number
  readonly kind: FileKind
  /** What it is if nobody read its content, for a message: "a RAR archive". Null where it was read, or is inert. */
  readonly unread: string | null
  /** What it holds in turn, where it is a document. */
  readonly document: DocumentFacts | null
  /** Where it is an archive. */
  readonly files: ReadonlyArray<FileFacts>
}
