import { binaryReaders } from "./BinaryReaders.ts"
import { byteReaders } from "./ByteReaders.ts"
import { envelopeReaders } from "./EnvelopeReaders.ts"
import { httpReaders } from "./HttpReaders.ts"
import { officeReaders } from "./OfficeReaders.ts"
import { pdfReaders } from "./PdfReaders.ts"
import type { Reader } from "./Reader.ts"
import { textReaders } from "./TextReaders.ts"
import { threatReaders } from "./ThreatReaders.ts"
import { vbaReaders } from "./VbaReaders.ts"
import { xmlDocumentReaders } from "./XmlDocumentReaders.ts"

export interface ReaderGroup {
  readonly title: string
  readonly readers: ReadonlyArray<Reader>
  /** Number of hostile texts per reader in `npm test`. The common texts and the reader's texts are additional. */
  readonly textsInShort: number
}

/** Every reader of untrusted data. */
export const readerGroups: ReadonlyArray<ReaderGroup> = [
  { title: "texts", readers: textReaders, textsInShort: 8 },
  { title: "requests", readers: httpReaders, textsInShort: 8 },
  { title: "threat lists", readers: threatReaders, textsInShort: 8 },
  { title: "PDF documents", readers: pdfReaders, textsInShort: 3 },
  { title: "Office documents", readers: officeReaders, textsInShort: 3 },
  { title: "documents of one XML file", readers: xmlDocumentReaders, textsInShort: 3 },
  { title: "macros", readers: vbaReaders, textsInShort: 3 },
  { title: "other documents", readers: binaryReaders, textsInShort: 3 },
  { title: "envelopes of messages", readers: envelopeReaders, textsInShort: 3 },
  { title: "binary parts", readers: byteReaders, textsInShort: 8 }
]
