import type { ByteSource, ScanDocumentRequest } from "./Types.ts"

/** Body of a request that `fetch` accepts. */
export interface OpenBody {
  readonly body: NonNullable<RequestInit["body"]>
  /** Null if `fetch` derives the content type from the body. */
  readonly contentType: string | null
  /** Whether the body is a stream, which `fetch` requires to be announced. */
  readonly isStream: boolean
}

/** Events of a body that is a stream. */
export interface BodyEvents {
  readonly onProgress: () => void
  /** Called if the caller's source fails. */
  readonly onSourceError: (error: unknown) => void
}

export interface RequestBody {
  /** Whether the body can be opened for another attempt. */
  readonly canReopen: boolean
  readonly open: (events: BodyEvents) => OpenBody
}

export const jsonBody = (value: unknown): RequestBody => {
  const body = JSON.stringify(value)
  return { canReopen: true, open: () => ({ body, contentType: "application/json", isStream: false }) }
}

/** Name of a document without a file name. */
const filenameDefault = "document"

/**
 * Returns the multipart form of a document.
 *
 * @throws TypeError if the request has neither a file nor a URL, or a file of another type
 */
export const documentBody = (request: ScanDocumentRequest): RequestBody => {
  const { file, filename = filenameDefault, url } = request
  if (url === undefined && file !== undefined && !isBytes(file)) {
    if (typeof file === "function") return streamBody(file, filename, true)
    if (typeof file === "object" && file !== null) return streamBody(() => file, filename, false)
  }
  const body = documentForm(request as DocumentInMemory)
  return { canReopen: true, open: () => ({ body, contentType: null, isStream: false }) }
}

/** Document whose content is not a stream. */
export type DocumentInMemory =
  | { readonly file: Blob | Uint8Array | ArrayBuffer; readonly filename?: string | undefined; readonly url?: undefined }
  | { readonly url: string; readonly file?: undefined; readonly filename?: undefined }

/** @throws TypeError if the request has neither a file nor a URL, or a file of another type */
export const documentForm = ({ file, filename, url }: DocumentInMemory): FormData => {
  const form = new FormData()
  if (file === undefined && typeof url === "string") form.append("url", url)
  else if (url === undefined && isBytes(file)) {
    const blob = file instanceof Blob ? file : new Blob([file as BlobPart])
    form.append("file", blob, filename ?? nameOf(file) ?? filenameDefault)
  } else throw new TypeError("client: pass either file or url to scanDocument")
  return form
}

const isBytes = (file: unknown): file is Blob | Uint8Array | ArrayBuffer =>
  file instanceof Blob || file instanceof Uint8Array || file instanceof ArrayBuffer

/** Returns the name of a `File`. Not every runtime that has `Blob` has the global `File`. */
const nameOf = (file: object): string | undefined => {
  const name: unknown = file instanceof Blob ? Reflect.get(file, "name") : undefined
  return typeof name === "string" && name !== "" ? name : undefined
}

const streamBody = (openSource: () => ByteSource, filename: string, canReopen: boolean): RequestBody => ({
  canReopen,
  open: (events) => {
    const boundary = `gatehouse-${crypto.randomUUID()}`
    return {
      body: toStream(multipartChunks(boundary, filename, openSource, events)),
      contentType: `multipart/form-data; boundary=${boundary}`,
      isStream: true
    }
  }
})

/** Yields a form with one file (RFC 7578). */
async function* multipartChunks(
  boundary: string,
  filename: string,
  openSource: () => ByteSource,
  { onProgress, onSourceError }: BodyEvents
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escapeName(filename)}"\r\n` +
      "Content-Type: application/octet-stream\r\n\r\n"
  )
  try {
    for await (const chunk of chunksOf(openSource())) {
      onProgress()
      yield chunk
    }
  } catch (error) {
    onSourceError(error)
    throw error
  }
  yield encoder.encode(`\r\n--${boundary}--\r\n`)
}

/** Escapes a file name as browsers do (HTML, section 4.10.22.8). */
const escapeName = (name: string): string => name.replace(/\r\n?|\n/g, "%0D%0A").replaceAll("\"", "%22")

/** Yields the chunks of a source. Not every runtime can iterate a `ReadableStream`. */
export async function* chunksOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  if (!("getReader" in source)) {
    yield* source
    return
  }
  const reader = source.getReader()
  let isDone = false
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
    isDone = true
  } finally {
    if (!isDone) reader.cancel().catch(() => {})
  }
}

export const toStream = (chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    }
  })
