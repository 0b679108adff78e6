import type { ShieldLog } from "../../shield/index.ts"
import type { Outcome } from "../forms/FormDecision.ts"
import { type ScreenForm, worstOf } from "../forms/ScreenForm.ts"
import { FormReader, type ReceivedFile, type UploadLimits, UploadRefused } from "./FormReader.ts"
import { createFileScanner, type ScannedFile } from "./ScanFile.ts"
import type { Upload, UploadProblem } from "./Upload.ts"

/** Default limits: the largest document that Gatehouse accepts by default, and five of them. */
export const fileBytesMaxDefault = 25 * 1024 * 1024
export const filesMaxDefault = 5
/** Default limit of all fields together. */
export const fieldsBytesMaxDefault = 1_024 * 1_024
/** Maximum bytes of a form in addition to its files and fields: boundaries and headers of parts. */
export const formOverheadBytesMax = 64 * 1_024
export interface UploadOptions {
  /** URL of Gatehouse. */
  readonly baseUrl: string
  readonly apiKey: string
  /** Maximum bytes of a file. Default: 25 MiB. Files are held in memory until they are scanned. */
  readonly fileBytesMax?: number
  /** Maximum number of files. Default: 5. */
  readonly filesMax?: number
  /** Maximum bytes of all fields together. Default: 1 MiB. */
  readonly fieldsBytesMax?: number
  /** Handling of files with the rating `warn`. Default: `review`. Files with the rating `block` are always rejected. */
  readonly onWarn?: Outcome
  /** Handling of files that Gatehouse cannot read, such as pictures and damaged documents. Default: `reject`. */
  readonly onUnscannable?: Outcome
  /**
   * Handling of files that Gatehouse did not scan, for example because it is unavailable or the account has no credits.
   * Default: `reject`.
   */
  readonly onUnavailable?: Outcome
  /** Screens the fields before any file is scanned, so that bots cost no credits. See `createFormScreen`. */
  readonly screen?: ScreenForm
  /** Time in milliseconds that a visitor waits for the scan after the file has arrived. Default: 30,000. */
  readonly waitMillisMax?: number
  readonly log?: ShieldLog
  readonly fetch?: typeof fetch
}

/** Body of a request, independent of the framework. */
export interface UploadRequest {
  readonly contentType: string | null | undefined
  readonly contentLength?: string | null | undefined
  readonly body: AsyncIterable<Uint8Array>
  readonly remoteAddress?: string | undefined
}

/**
 * Receives and scans the files of a form. The promise rejects only if the body breaks off, or a function of the options
 * throws.
 */
export type ReceiveUpload = (request: UploadRequest) => Promise<Upload>

/**
 * Creates a function that scans the files of a form while they arrive. With `screen`, the scans start after `screen`
 * has accepted the form. The function buffers each file once, at most `fileBytesMax`, and returns the files with their
 * ratings.
 *
 * @throws TypeError if an option is invalid
 */
export const createUploadReceiver = (options: UploadOptions): ReceiveUpload => {
  const limits: UploadLimits = {
    fileBytesMax: options.fileBytesMax ?? fileBytesMaxDefault,
    filesMax: options.filesMax ?? filesMaxDefault,
    fieldsBytesMax: options.fieldsBytesMax ?? fieldsBytesMaxDefault
  }
  for (const [name, value] of Object.entries(limits)) {
    if (!(value >= 0)) throw new TypeError(`upload: ${name} is not a number from 0`)
  }
  const scanFile = createFileScanner(options)
  const bodyBytesMax = limits.filesMax * limits.fileBytesMax + limits.fieldsBytesMax + formOverheadBytesMax

  return async ({ body, contentLength, contentType, remoteAddress }) => {
    const controller = new AbortController()
    const scans: Array<Promise<ScannedFile>> = []
    /** Files that are scanned after `screen` has accepted the form. */
    const waiting: Array<ReceivedFile> = []
    const startScan = (file: ReceivedFile): void => {
      const scan = scanFile(file, controller.signal, remoteAddress)
      // Prevents an unhandled rejection: the upload may be refused before this scan is awaited.
      scan.catch(() => {})
      scans.push(scan)
    }
    const reader = FormReader.of(contentType ?? "", limits, (file) => {
      if (options.screen === undefined) startScan(file)
      else waiting.push(file)
    })
    if (reader === null) return refused("not_multipart")
    try {
      if (Number(contentLength ?? 0) > bodyBytesMax) return refused("too_large")
      let size = 0
      for await (const chunk of body) {
        size += chunk.length
        if (size > bodyBytesMax) return refused("too_large")
        reader.write(chunk)
      }
      const fields = reader.end()
      const form = await options.screen?.(fields, remoteAddress) ?? null
      if (form?.accepted === false) return { ...refused("form"), fields, form }
      for (const file of waiting) startScan(file)
      const judged = judge(await Promise.all(scans))
      return { ...judged, outcome: worstOf([judged.outcome, form?.outcome ?? "allow"]), fields, form }
    } catch (error) {
      if (error instanceof UploadRefused) return refused(error.problem)
      throw error
    } finally {
      reader.close()
      controller.abort()
    }
  }
}

const refused = (problem: UploadProblem): Upload => ({
  accepted: false,
  outcome: "reject",
  problem,
  fields: {},
  files: [],
  form: null,
  retryAfterSeconds: null
})

const judge = (scanned: ReadonlyArray<ScannedFile>) => {
  const files = scanned.map(({ file }) => file)
  const rejected = scanned.filter(({ file }) => file.outcome === "reject")
  const states = new Set(rejected.map(({ file }) => file.state))
  const problem: UploadProblem | null = states.has("scanned")
    ? "dangerous"
    : states.has("unscannable")
    ? "unscannable"
    : states.has("unavailable")
    ? "unavailable"
    : null
  const seconds = rejected.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0)
  return {
    accepted: problem === null,
    outcome: worstOf(files.map(({ outcome }) => outcome)),
    problem,
    files,
    retryAfterSeconds: Math.max(0, ...seconds) || null
  }
}
