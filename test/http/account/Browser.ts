import { Agent, type OutgoingHttpHeaders, request } from "node:http"
import { csrfHeader } from "../../../adapters/http/account/api/SessionAuth.ts"

export interface Told {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
  readonly json: any
}

export interface Asking {
  readonly body?: unknown
  /** In place of what a page of the dashboard sends; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export interface Browser {
  /** The session that it holds: `gatehouse=TOKEN`; empty without one. */
  readonly cookie: () => string
  /** What it keeps beyond a session: `gatehouse-device=TOKEN`; empty without one. */
  readonly device: () => string
  /** By a path below `/dashboard/api`, or, from its slash, any other. */
  readonly ask: (method: string, path: string, asking?: Asking) => Promise<Told>
}

/** Connections are kept: a new one for each request would be a third of the CPU time of these tests. */
const agent = new Agent({ keepAlive: true })

/** A request as it is written, with no path made shorter and no header left out: what `fetch` would not send as well. */
export const visit = (
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string | undefined>>,
  body?: string | Uint8Array
): Promise<Told> =>
  new Promise((resolve, reject) => {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
    // Node says the length of a body for methods alone that usually have one.
    if (body !== undefined && !("transfer-encoding" in sent)) sent["content-length"] = String(Buffer.byteLength(body))
    const asked = request({ host: "127.0.0.1", port, method, path, headers: sent as OutgoingHttpHeaders, agent })
    asked.on("error", reject)
    asked.on("response", (response) => {
      const pieces: Array<Buffer> = []
      response.on("data", (piece) => pieces.push(piece))
      response.on("end", () => {
        const text = Buffer.concat(pieces).toString("utf8")
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: valueOf(text) })
      })
    })
    asked.end(body)
  })

const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * What holds a session and sends what the dashboard's pages send.
 *
 * @param known the device cookie that it has from before
 */
export const browserOn = (port: number, held = "", known = ""): Browser => {
  let [cookie, device] = [held, known]
  return {
    cookie: () => cookie,
    device: () => device,
    ask: async (method, path, { body, headers = {} } = {}) => {
      const changes = method !== "GET" && method !== "HEAD"
      const raw = body === undefined || typeof body === "string" || body instanceof Uint8Array
      const told = await visit(port, method, path.startsWith("/") ? path : `/dashboard/api/${path}`, {
        ...cookie === "" && device === "" ? {} : { cookie: [cookie, device].filter((pair) => pair !== "").join("; ") },
        ...changes ? { [csrfHeader]: "1" } : {},
        ...body === undefined ? {} : { "content-type": "application/json" },
        ...headers
      }, raw ? body : JSON.stringify(body))
      for (const set of told.headers["set-cookie"] ?? []) {
        const pair = set.split(";", 1)[0]!
        const value = pair.endsWith("=") ? "" : pair
        if (/^(?:__Host-)?gatehouse-device=/.test(pair)) device = value
        else cookie = value
      }
      return told
    }
  }
}
