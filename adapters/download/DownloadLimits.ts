import { uploadBytesMaxDefault } from "../../core/documents/ReceivedBytes.ts"
import { downloadPorts } from "../../core/threats/DownloadUrl.ts"

export interface DownloadLimits {
  /** Maximum bytes of the document, applied separately to the transferred and the decoded body. */
  readonly bytesMax: number
  /** Maximum milliseconds from the start of the download to the last byte, including redirects. */
  readonly totalMillisMax: number
  /** Maximum milliseconds that a download waits in the queue. */
  readonly queueMillisMax: number
  /** Maximum milliseconds to connect to one address. After that, the next address is tried. */
  readonly connectMillisMax: number
  /** Maximum bytes of the status line, headers and trailers of one response. */
  readonly headerBytesMax: number
  readonly redirectsMax: number
  /**
   * Maximum concurrent downloads. Further downloads are queued. Memory use is at most this number times `bytesMax`, or
   * twice as much for compressed bodies.
   */
  readonly concurrentMax: number
  /** Maximum concurrent downloads per host of the requested URL, ignoring redirects. */
  readonly concurrentPerHostMax: number
  readonly queuedMax: number
  /** Maximum number of queued downloads per API key. */
  readonly queuedPerKeyMax: number
  readonly ports: ReadonlyArray<number>
}

/** Default limits. The maximum document size is the same as for uploads. */
export const defaultDownloadLimits: DownloadLimits = {
  bytesMax: uploadBytesMaxDefault,
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

/** Value of `Retry-After`, in seconds, for a download that the queue rejects or that waits too long. */
export const retryAfterSeconds = 5

/** Maximum number of addresses tried per host. */
export const addressesTriedMax = 3

/** Maximum number of interim responses to one request, such as 103 Early Hints. */
export const interimResponsesMax = 16

/**
 * Maximum number of chunks of a document. Each chunk takes time regardless of its size, so one-byte chunks would keep
 * the processor busy for the whole download.
 */
export const chunksMax = 250_000
