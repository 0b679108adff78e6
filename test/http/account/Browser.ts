import { Agent, type OutgoingHttpHeaders, request } from "node:http"
import { csrfHeader } from "../../../adapters/http/account/api/SessionAuth.ts"

export interface BrowserResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
  readonly json: any
}

export interface BrowserRequestOptions {
  readonly body?: unknown
  /** Overrides for the headers of a dashboard page; undefined removes a header. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export interface Browser {
  /** Returns the session cookie `gatehouse=TOKEN`; empty without a session. */
  readonly cookie: () => string
  /** Returns the device cookie `gatehouse-device=TOKEN`, which outlives a session; empty if it was never set. */
  readonly device: () => string
  /** Sends a request to a path below `/dashboard/api`, or to any other path if it begins with a slash. */
  readonly request: (method: string, path: string, asking?: BrowserRequestOptions) => Promise<BrowserResponse>
}

/** Reuses connections. A new connection per request would take a third of the CPU time of these tests. */
const agent = new Agent({ keepAlive: true })

/** Sends a request exactly as written, including paths and headers that `fetch` would normalize or drop. */
export const visit = (
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string | undefined>>,
  body?: string | Uint8Array
): Promise<BrowserResponse> =>
  new Promise((resolve, reject) => {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
    // Node sets the length of a body only for methods that usually have one.
    if (body !== undefined && !("transfer-encoding" in sent)) sent["content-length"] = String(Buffer.byteLength(body))
    const clientRequest = request({
      host: "127.0.0.1",
      port,
      method,
      path,
      headers: sent as OutgoingHttpHeaders,
      agent
    })
    clientRequest.on("error", reject)
    clientRequest.on("response", (response) => {
      const pieces: Array<Buffer> = []
      response.on("data", (piece) => pieces.push(piece))
      response.on("end", () => {
        const text = Buffer.concat(pieces).toString("utf8")
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: valueOf(text) })
      })
    })
    clientRequest.end(body)
  })

const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns a client that sends the same requests as the dashboard's pages.
 *
 * @param held session cookie; empty without a session
 * @param known existing device cookie
 */
export const browserOn = (port: number, held = "", known = ""): Browser => {
  let [cookie, device] = [held, known]
  return {
    cookie: () => cookie,
    device: () => device,
    request: async (method, path, { body, headers = {} } = {}) => {
      const changes = method !== "GET" && method !== "HEAD"
      const raw = body === undefined || typeof body === "string" || body instanceof Uint8Array
      const visitResponse = await visit(port, method, path.startsWith("/") ? path : `/dashboard/api/${path}`, {
        ...cookie === "" && device === "" ? {} : { cookie: [cookie, device].filter((pair) => pair !== "").join("; ") },
        ...changes ? { [csrfHeader]: "1" } : {},
        ...body === undefined ? {} : { "content-type": "application/json" },
        ...headers
      }, raw ? body : JSON.stringify(body))
      for (const set of visitResponse.headers["set-cookie"] ?? []) {
        const pair = set.split(";", 1)[0]!
        const value = pair.endsWith("=") ? "" : pair
        if (/^(?:__Host-)?gatehouse-device=/.test(pair)) device = value
        else cookie = value
      }
      return visitResponse
    }
  }
}
