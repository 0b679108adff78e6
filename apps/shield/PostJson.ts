/** Maximum size of a response body. A regular siteverify response has a few hundred bytes. */
export const responseBytesMax = 64 * 1_024

export type PostResult =
  /** The server responded. `json` is undefined for an invalid body. `retryAfter` is in seconds. */
  | { readonly kind: "response"; readonly status: number; readonly json: unknown; readonly retryAfter: number | null }
  /** There was no complete response. `reason` is a short text for the log. */
  | { readonly kind: "failed"; readonly reason: string }

/**
 * Posts JSON and waits at most `millisMax` in total for the complete response. Never rejects. Does not follow
 * redirects, because the body contains a secret.
 */
export const postJson = async (
  fetcher: typeof fetch,
  url: string,
  body: string,
  millisMax: number
): Promise<PostResult> => {
  const controller = new AbortController()
  let finish: (answer: PostResult) => void = () => {}
  const timeout = new Promise<PostResult>((resolve) => {
    finish = resolve
  })
  // The call must end in time even if `fetcher` ignores its signal.
  const timer = setTimeout(() => {
    finish({ kind: "failed", reason: `no answer within ${millisMax} ms` })
    controller.abort()
  }, millisMax)
  try {
    return await Promise.race([timeout, fetchJson(fetcher, url, body, controller.signal)])
  } finally {
    clearTimeout(timer)
  }
}

const fetchJson = async (
  fetcher: typeof fetch,
  url: string,
  body: string,
  signal: AbortSignal
): Promise<PostResult> => {
  try {
    const headers = { "Content-Type": "application/json", Accept: "application/json" }
    const response = await fetcher(url, { method: "POST", headers, body, redirect: "manual", signal })
    const { status } = response
    const retryAfter = parseRetryAfter(response.headers.get("Retry-After"))
    if (status < 200 || (status >= 300 && status < 400) || status >= 500) {
      discardBody(response.body)
      return { kind: "response", status, json: undefined, retryAfter }
    }
    return { kind: "response", status, json: await parseJsonBody(response), retryAfter }
  } catch (error) {
    return { kind: "failed", reason: errorName(error) }
  }
}

/**
 * Parses a response body. Returns undefined if the body exceeds `responseBytesMax` or is not JSON. Rejects if the
 * connection breaks.
 */
const parseJsonBody = async (response: Response): Promise<unknown> => {
  const bytes = response.body === null ? new Uint8Array() : await readBounded(response.body, responseBytesMax)
  if (bytes === null) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** Reads all bytes of a stream. Returns null as soon as there are more than `bytesMax`. */
export const readBounded = async (
  stream: ReadableStream<Uint8Array>,
  bytesMax: number
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const reader = stream.getReader()
  const chunks: Array<Uint8Array> = []
  let size = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength
    if (size > bytesMax) {
      reader.cancel().catch(() => {})
      return null
    }
    chunks.push(next.value)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}

/** Discards an unread body without waiting for it. */
export const discardBody = (body: ReadableStream<Uint8Array> | null): void => {
  body?.cancel().catch(() => {})
}

const parseRetryAfter = (header: string | null): number | null =>
  header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null

/**
 * Returns the code or name of an error. Runtimes put the code of a broken connection into the cause. Messages are not
 * used, because they may repeat sensitive input.
 */
export const errorName = (error: unknown): string => {
  const cause = propertyOf(error, "cause")
  const name = [
    propertyOf(cause, "code"),
    propertyOf(error, "code"),
    propertyOf(cause, "name"),
    propertyOf(error, "name")
  ].find((text) => typeof text === "string" && /^\w{1,60}$/.test(text))
  return name === undefined ? "no connection" : String(name)
}

const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined
