import { downloadPorts } from "../../core/threats/DownloadUrl.ts"

/** How much of everything a download may take. */
export interface DownloadLimits {
  /** Of the document, on the wire and decoded: each by itself. */
  readonly bytesMax: number
  /** From its turn to the last byte, with every redirect. */
  readonly wallMillisMax: number
  /** How long a download waits for its turn. */
  readonly waitMillisMax: number
  /** For one address; the next one is tried then. */
  readonly connectMillisMax: number
  /** Of one answer: status line, headers and trailers. */
  readonly headerBytesMax: number
  readonly redirectsMax: number
  /** Downloads at once; more wait for their turn. They share the memory: this times `bytesMax`, twice for what is compressed. */
  readonly downloadsMax: number
  /** Of them, from one host. The host is that of the URL which is asked for, not of its redirects. */
  readonly perHostMax: number
  /** Downloads that wait. */
  readonly queuedMax: number
  /** Of them, of one key. */
  readonly queuedPerKeyMax: number
  readonly ports: ReadonlyArray<number>
}

/** The document limit is that of uploads (decision 13). */
export const downloadLimits: DownloadLimits = {
  bytesMax: 26_214_400,
  wallMillisMax: 15_000,
  waitMillisMax: 10_000,
  connectMillisMax: 4_000,
  headerBytesMax: 16 * 1024,
  redirectsMax: 5,
  downloadsMax: 16,
  perHostMax: 4,
  queuedMax: 64,
  queuedPerKeyMax: 16,
  ports: downloadPorts
}

/** When a caller whose download got no turn should come again. */
export const retryAfterSeconds = 5

/** Addresses of one host that are tried, one after the other. */
export const addressesMax = 3

/** Answers such as 103 Early Hints before the real one. */
export const interimAnswersMax = 16

/**
 * Pieces in which a document may come. Each costs time, however small: a document of pieces of one byte would keep the
 * processor busy for the whole time of the download.
 */
export const piecesMax = 250_000
