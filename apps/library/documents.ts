/**
 * Readers of documents, as layers of the port `DocumentReader`: PDF, Office, OpenDocument and RTF files, and email
 * messages.
 *
 * `DocumentReaderPool` reads in worker threads with limits of time and memory, and is the right choice for uploads.
 * `DocumentReaderInline` reads in the calling thread, for programs without worker threads.
 *
 * @example
 * import { Effect, Layer } from "effect"
 * import { scanDocument } from "gatehouse/core"
 * import { DocumentReaderPool } from "gatehouse/documents"
 *
 * const layer = DocumentReaderPool.layer({ workers: 2 })
 */
export * as DocumentReaderInline from "../../adapters/documents/pool/DocumentReaderInline.ts"
export * as DocumentReaderPool from "../../adapters/documents/pool/DocumentReaderPool.ts"
