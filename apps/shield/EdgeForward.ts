/** How a request is passed on. */
export interface Forward {
  readonly origin: string
  /** The visitor's. */
  readonly address: string | undefined
  readonly body: BodyInit | null
  /** Until the answer begins; null waits as long as the runtime does. */
  readonly millisMax: number | null
  readonly fetch: typeof fetch
}

/** What came back; or why nothing did, in a word. */
export interface Forwarded {
  readonly response: Response | null
  readonly why: string | null
}

/**
 * Of one connection (RFC 9110, section 7.6.1), or for somebody else: Gatehouse takes no cookie, and where a visitor is from
 * is for the edge to say.
 */
const notPassedOn = [
  "connection",
  "content-length",
  "cookie",
  "authorization",
  "expect",
  "forwarded",
  "host",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-forwarded-for"
]

/** `fetch` has undone these of an answer. */
const undone = ["connection", "content-encoding", "content-length", "keep-alive", "transfer-encoding"]

export const forward = async (request: Request, options: Forward): Promise<Forwarded> => {
  const { address, body, millisMax } = options
  const headers = new Headers(request.headers)
  for (const name of notPassedOn) headers.delete(name)
  if (address !== undefined) headers.set("X-Forwarded-For", address)
  const { pathname, search } = new URL(request.url)
  const control = new AbortController()
  let isLate = false
  const timer = millisMax === null ? undefined : setTimeout(() => {
    isLate = true
    control.abort()
  }, millisMax)
  try {
    const streamed = body instanceof ReadableStream ? { duplex: "half" } : {}
    const response = await options.fetch(`${new URL(options.origin).origin}${pathname}${search}`, {
      method: request.method,
      headers,
      body,
      redirect: "manual",
      signal: control.signal,
      ...streamed
    })
    const back = new Headers(response.headers)
    for (const name of undone) back.delete(name)
    const isEmpty = response.status === 204 || response.status === 304 || response.body === null
    return {
      response: new Response(isEmpty ? null : response.body, { status: response.status, headers: back }),
      why: null
    }
  } catch {
    return { response: null, why: isLate ? `no answer within ${millisMax} ms` : "no connection" }
  } finally {
    clearTimeout(timer)
  }
}
