/** Maximum size of a response. A regular siteverify response has a few hundred bytes. */
export const answerBytesMax = 64 * 1_024

export type Answer =
  /** The server responded: status, JSON body (undefined if invalid), and the seconds from `Retry-After`. */
  | { readonly kind: "answered"; readonly status: number; readonly json: unknown; readonly retryAfter: number | null }
  /** No complete response; `why` is a short reason. */
  | { readonly kind: "gone"; readonly why: string }

/**
 * Posts JSON and waits for the complete response, at most `millisMax` in total, however slowly it arrives. Never fails. Does not
 * follow redirects, because the body contains a secret.
 */
export const postJson = async (
  fetcher: typeof fetch,
  url: string,
  body: string,
  millisMax: number
): Promise<Answer> => {
  const control = new AbortController()
  let end: (answer: Answer) => void = () => {}
  const late = new Promise<Answer>((resolve) => {
    end = resolve
  })
  // The call must end even if the given fetch ignores its signal.
  const timer = setTimeout(() => {
    end({ kind: "gone", why: `no answer within ${millisMax} ms` })
    control.abort()
  }, millisMax)
  try {
    return await Promise.race([late, exchange(fetcher, url, body, control.signal)])
  } finally {
    clearTimeout(timer)
  }
}

const exchange = async (
  fetcher: typeof fetch,
  url: string,
  body: string,
  signal: AbortSignal
): Promise<Answer> => {
  try {
    const headers = { "Content-Type": "application/json", Accept: "application/json" }
    const response = await fetcher(url, { method: "POST", headers, body, redirect: "manual", signal })
    const { status } = response
    const retryAfter = secondsOf(response.headers.get("Retry-After"))
    if (status < 200 || (status >= 300 && status < 400) || status >= 500) {
      leave(response.body)
      return { kind: "answered", status, json: undefined, retryAfter }
    }
    return { kind: "answered", status, json: await jsonOf(response), retryAfter }
  } catch (error) {
    return { kind: "gone", why: nameOf(error) }
  }
}

/** Parses the body. Undefined if it exceeds `answerBytesMax` or is not JSON. Rejects if the connection breaks. */
const jsonOf = async (response: Response): Promise<unknown> => {
  const bytes = response.body === null ? new Uint8Array() : await readBounded(response.body, answerBytesMax)
  if (bytes === null) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** Reads all bytes, or returns null if there are more than the limit, without waiting for the rest. */
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
export const leave = (body: ReadableStream<Uint8Array> | null): void => {
  body?.cancel().catch(() => {})
}

const secondsOf = (header: string | null): number | null =>
  header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null

/** Runtimes put the error code of a broken connection into the cause. Omits messages, because they may repeat sensitive input. */
const nameOf = (error: unknown): string => {
  const cause = propertyOf(error, "cause")
  const found = [
    propertyOf(cause, "code"),
    propertyOf(error, "code"),
    propertyOf(cause, "name"),
    propertyOf(error, "name")
  ].find((text) => typeof text === "string" && /^\w{1,60}$/.test(text))
  return found === undefined ? "no connection" : String(found)
}

const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined
