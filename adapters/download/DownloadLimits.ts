import { downloadPorts } from "../../core/threats/DownloadUrl.ts"

export interface DownloadLimits {
  /** Maximum bytes of the document, applied separately to the transferred and the decoded body. */
  readonly bytesMax: number
  /** Maximum duration from the start of the download to the last byte, including redirects. */
  readonly totalMillisMax: number
  /** Maximum time in the queue. */
  readonly queueMillisMax: number
  /** Connection timeout per address; then the next address is tried. */
  readonly connectMillisMax: number
  /** Maximum bytes of status line, headers and trailers of one response. */
  readonly headerBytesMax: number
  readonly redirectsMax: number
  /** Maximum concurrent downloads; further ones are queued. The memory use is this times `bytesMax`, doubled for compressed bodies. */
  readonly concurrentMax: number
  /** Maximum concurrent downloads per host of the requested URL, ignoring redirects. */
  readonly concurrentPerHostMax: number
  readonly queuedMax: number
  /** Maximum number of queued downloads per key. */
  readonly queuedPerKeyMax: number
  readonly ports: ReadonlyArray<number>
}

/** Default limits. The document size is the same as for uploads (decision 13). */
export const defaultDownloadLimits: DownloadLimits = {
  bytesMax: 26_214_400,
  totalMillisMax: 15_000,
  queueMillisMax: 10_000,
  connectMillisMax: 4_000,
  headerBytesMax: 16 * 1024,
  redirectsMax: 5,
  concurrentMax: 16,
  concurrentPerHostMax: 4,
  queuedMax: 64,
  queuedPerKeyMax: 16,
  ports: downloadPorts
}

/** Value of `Retry-After`, in seconds, for a refused download. */
export const retryAfterSeconds = 5

/** Maximum number of addresses tried per host. */
export const addressesTriedMax = 3

/** Maximum number of interim responses, such as 103 Early Hints. */
export const interimResponsesMax = 16

/**
 * Maximum number of chunks of a document. Each takes time regardless of its size: one-byte chunks would keep the processor busy for the
 * whole download.
 */
export const chunksMax = 250_000
