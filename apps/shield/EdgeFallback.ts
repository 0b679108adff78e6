import { decodeChallenge } from "../../core/shield/challenges/Challenge.ts"
import { challengeSecondsMax, degradedTokenSecondsMax, tokenCharsMax } from "../../core/shield/ShieldTimes.ts"
import { decodeDegradedToken } from "../../core/shield/tokens/DegradedToken.ts"
import { hostOfOrigin, matchesHostnames } from "../../core/shield/VisitorHost.ts"
import { decodeBase64Url, type EdgeKey, encodeBase64Url, mintDegradedToken } from "./EdgeToken.ts"
import { discardBody, readBounded } from "./PostJson.ts"

/**
 * Default time to wait for Gatehouse before the edge responds instead. A form waits 3 seconds in total for a challenge
 * and all later steps.
 */
export const edgeWaitMillisMax = 1_500
/** Maximum request size that Gatehouse accepts from a widget. */
const widgetBytesMax = 32 * 1_024
const seedBytes = 16

/** Site as `gatehouse sites list --json` prints it. */
export interface EdgeSite {
  readonly id: string
  readonly site_key: string
  readonly hostnames: ReadonlyArray<string>
}

export interface EdgeOptions<Rest extends ReadonlyArray<unknown>> extends EdgeKey {
  /** Origin of Gatehouse, such as `https://gatehouse.internal.example`. */
  readonly origin: string
  /** Sites whose forms get degraded tokens while Gatehouse is unavailable. */
  readonly sites: ReadonlyArray<EdgeSite>
  readonly slowMillis?: number
  /**
   * Returns the visitor's address as the runtime reports it, for `X-Forwarded-For`.
   *
   * Add the edge to `GATEHOUSE_TRUSTED_PROXIES`. Without this option, all visitors appear to have the edge's address.
   * The edge never forwards an `X-Forwarded-For` header that a visitor sent.
   */
  readonly remoteAddress?: (request: Request, ...rest: Rest) => string | undefined
  /** Called for each degraded token, with the reason. */
  readonly onDegraded?: (reason: string) => void
  readonly fetch?: typeof fetch
}

/**
 * Returns a handler that runs in front of Gatehouse and forwards only `/shield/…`. While Gatehouse is down, slow or
 * failing, the handler issues a degraded token to the widget. Unlike an empty field, the token is signed evidence that
 * a visitor was on the page.
 */
export const edgeFallback = <Rest extends ReadonlyArray<unknown> = []>(options: EdgeOptions<Rest>) => {
  const issuer = new TokenIssuer(options)
  return async (request: Request, ...rest: Rest): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith("/shield/")) return errorResponse(404, "There is nothing here.")
    const forwardToGatehouse = (body: BodyInit | null, millisMax: number | null) =>
      forward(request, {
        origin: options.origin,
        address: options.remoteAddress?.(request, ...rest),
        body,
        millisMax,
        fetch: options.fetch ?? globalThis.fetch
      })
    const fallbackHandler = request.method === "POST" ? issuer.handlers[pathname] : undefined
    if (fallbackHandler === undefined) return (await forwardToGatehouse(request.body, null)).response ?? unavailable()
    const bytes = request.body === null ? new Uint8Array() : await readBounded(request.body, widgetBytesMax)
    if (bytes === null) return errorResponse(413, "The body is too large.")
    const fields = parseFields(bytes)
    // Gatehouse does not know a challenge that an edge issued, so the edge also redeems it.
    const issuedToken = pathname.endsWith("/redeem") ? issuedTokenResponse(fields) : null
    if (issuedToken !== null) return issuedToken
    const { response, failureReason } = await forwardToGatehouse(bytes, options.slowMillis ?? edgeWaitMillisMax)
    if (response !== null && response.status < 500) return response
    const fallback = await fallbackHandler(fields, request.headers.get("Origin"))
    if (fallback === null) return response ?? unavailable()
    discardBody(response?.body ?? null)
    options.onDegraded?.(failureReason ?? `HTTP ${response?.status}`)
    return fallback
  }
}

type Fields = Readonly<Record<string, unknown>>

/** Returns the edge's own response, or null if only Gatehouse can respond. */
type FallbackHandler = (fields: Fields, origin: string | null) => Promise<Response | null>

class TokenIssuer {
  private readonly options: EdgeKey & { readonly sites: ReadonlyArray<EdgeSite> }

  constructor(options: EdgeKey & { readonly sites: ReadonlyArray<EdgeSite> }) {
    if (decodeBase64Url(options.key).length !== 32) {
      throw new TypeError("shield: the edge's key is not 32 bytes in base64url")
    }
    this.options = options
  }

  readonly handlers: Readonly<Record<string, FallbackHandler>> = {
    "/shield/challenge": async ({ sitekey }, origin) => {
      const token = await this.mint(this.options.sites.find((site) => site.site_key === sitekey), origin)
      return token === null ? null : jsonResponse(200, {
        ok: true,
        // Half of all guesses solve the only puzzle of this placeholder challenge. Redeeming it returns the token.
        challenge: token,
        profile: "sha256",
        seed: encodeBase64Url(crypto.getRandomValues(new Uint8Array(seedBytes))),
        puzzles: 1,
        bits: 1,
        expires_in: challengeSecondsMax
      })
    },
    "/shield/redeem": async ({ challenge }, origin) => {
      const decoded = parseChallenge(challenge)
      if (decoded === null) return null
      const token = await this.mint(this.options.sites.find((site) => site.id === decoded.siteId), origin, decoded.id)
      return token === null ? null : tokenResponse(token, degradedTokenSecondsMax)
    }
  }

  /** Issues a token. Returns null if the site is not configured here or does not list the page's host name. */
  private async mint(site: EdgeSite | undefined, origin: string | null, id?: Uint8Array): Promise<string | null> {
    const hostname = hostOfOrigin(origin)
    if (site === undefined || hostname === null || !matchesHostnames(site.hostnames, hostname)) return null
    const { key, keyId } = this.options
    return mintDegradedToken({ key, keyId, siteId: site.id, hostname, ...id === undefined ? {} : { id } })
  }
}

const parseFields = (bytes: Uint8Array): Fields => {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof body === "object" && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}

/**
 * Redeems a degraded token that the edge issued as a challenge. Returns null for a real challenge. Does not check the
 * signature, which Gatehouse checks at verification.
 */
const issuedTokenResponse = ({ challenge }: Fields): Response | null => {
  const body = decodeBody(challenge, /^shd1\.\w{1,8}\.([\w-]+)\.[\w-]+$/)
  if (body === null) return null
  const seconds = Math.floor(((decodeDegradedToken(body)?.expiresAt ?? 0) - Date.now()) / 1_000)
  return seconds > 0 ? tokenResponse(String(challenge), seconds) : errorResponse(410, "The challenge has expired.")
}

const decodeBody = (text: unknown, format: RegExp): Uint8Array | null => {
  const [, body] = typeof text === "string" && text.length <= tokenCharsMax ? format.exec(text) ?? [] : []
  return body === undefined ? null : decodeBase64Url(body)
}

/** Decodes a challenge. The edge cannot check its signature, but a degraded token needs no solved challenge. */
const parseChallenge = (text: unknown) => {
  const body = decodeBody(text, /^sc1\.\w{1,8}\.([\w-]+)\.[\w-]+$/)
  return body === null ? null : decodeChallenge(body)
}

const tokenResponse = (token: string, seconds: number): Response =>
  jsonResponse(200, { ok: true, token, ticket: null, expires_in: seconds, ticket_expires_in: 0 })

const unavailable = (): Response => errorResponse(503, "Gatehouse is temporarily unavailable.")

const errorResponse = (status: number, error: string): Response => jsonResponse(status, { ok: false, error })

const jsonResponse = (status: number, body: unknown): Response =>
  Response.json(body, { status, headers: { "Access-Control-Allow-Origin": "*", "Cache-Control": "no-store" } })

/** Parameters of a forwarded request. */
interface ForwardOptions {
  readonly origin: string
  /** Visitor's address for `X-Forwarded-For`; undefined if unknown. */
  readonly address: string | undefined
  readonly body: BodyInit | null
  /** Timeout for the response headers in milliseconds; null for the runtime's own timeout. */
  readonly millisMax: number | null
  readonly fetch: typeof fetch
}

/** Response of Gatehouse, or a short reason why there is none. */
interface ForwardResult {
  readonly response: Response | null
  readonly failureReason: string | null
}

/**
 * Request headers that are not forwarded. Some are hop-by-hop (RFC 9110, section 7.6.1). Gatehouse does not need
 * cookies and credentials of the site, and the edge itself sets the visitor's address.
 */
const removedRequestHeaders = [
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

/** Response headers that no longer apply because `fetch` has decoded the body. */
const removedResponseHeaders = ["connection", "content-encoding", "content-length", "keep-alive", "transfer-encoding"]

const forward = async (request: Request, options: ForwardOptions): Promise<ForwardResult> => {
  const { address, body, millisMax } = options
  const headers = new Headers(request.headers)
  for (const name of removedRequestHeaders) headers.delete(name)
  if (address !== undefined) headers.set("X-Forwarded-For", address)
  const { pathname, search } = new URL(request.url)
  const controller = new AbortController()
  let hasTimedOut = false
  const timer = millisMax === null ? undefined : setTimeout(() => {
    hasTimedOut = true
    controller.abort()
  }, millisMax)
  try {
    const streamed = body instanceof ReadableStream ? { duplex: "half" } : {}
    const response = await options.fetch(`${new URL(options.origin).origin}${pathname}${search}`, {
      method: request.method,
      headers,
      body,
      redirect: "manual",
      signal: controller.signal,
      ...streamed
    })
    const responseHeaders = new Headers(response.headers)
    for (const name of removedResponseHeaders) responseHeaders.delete(name)
    const isEmpty = response.status === 204 || response.status === 304 || response.body === null
    return {
      response: new Response(isEmpty ? null : response.body, { status: response.status, headers: responseHeaders }),
      failureReason: null
    }
  } catch {
    return { response: null, failureReason: hasTimedOut ? `no answer within ${millisMax} ms` : "no connection" }
  } finally {
    clearTimeout(timer)
  }
}
