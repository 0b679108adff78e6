import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { widgetFolder } from "../../../scripts/BuildWidget.ts"
import { root } from "../../house/Tree.ts"

/**
 * Behavior of an endpoint. A number is the status of the response. `hang` never responds, `cut` closes the connection,
 * and `hold` responds after `release`.
 */
export type EndpointBehavior = "ok" | number | "hang" | "cut" | "hold"

export interface ReceivedRequest {
  readonly path: string
  readonly body: Record<string, any>
}

export interface SubmittedForm {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** Built scripts by path. The main process of the run has built them. */
const scripts: Readonly<Record<string, Uint8Array>> = Object.fromEntries(
  ["widget.js", "engine.js", "solver.js"].map((name) => [`/shield/${name}`, readFileSync(join(widgetFolder, name))])
)

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve(`http://localhost:${(server.address() as AddressInfo).port}`))
  )

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}

const initialSettings = { tokenSeconds: 300, ticketSeconds: 600, puzzles: 2, bits: 1, isDegraded: false }

export type FakeShield = Awaited<ReturnType<typeof startFakeShield>>

/**
 * Starts a site with forms and, on another origin, a fake Shield server. The server has the real wire format and
 * configurable failures.
 */
export const startFakeShield = async () => {
  const behavior: Record<string, EndpointBehavior | Array<EndpointBehavior>> = {}
  const settings = { ...initialSettings }
  const requests: Array<ReceivedRequest> = []
  const submissions: Array<SubmittedForm> = []
  const site = { html: "", headers: {} as Record<string, string>, submitResponse: 204 as 204 | "ok" }
  const heldRequests: Array<() => void> = []
  let count = 0

  /** Returns the next behavior of a path. Takes items from the start of a list, but keeps the last item. */
  const nextBehavior = (path: string): EndpointBehavior => {
    const configured = behavior[path] ?? "ok"
    if (!Array.isArray(configured)) return configured
    return configured.length > 1 ? configured.shift()! : configured[0] ?? "ok"
  }

  const replies: Record<string, (body: Record<string, any>) => object> = {
    challenge: ({ profile }) => ({
      challenge: `sc1.${++count}`,
      profile,
      seed: "AAAAAAAAAAAAAAAAAAAAAA",
      puzzles: settings.puzzles,
      bits: settings.bits,
      expires_in: 120
    }),
    redeem: ({ challenge }) => ({
      token: settings.isDegraded ? `shd1.${++count}` : `sh1.${challenge}.${++count}`,
      ticket: settings.isDegraded ? null : `st1.${challenge}`,
      expires_in: settings.tokenSeconds,
      ticket_expires_in: settings.isDegraded ? 0 : settings.ticketSeconds
    }),
    refresh: ({ ticket }) => ({ token: `sh1.${ticket.slice(4)}.${++count}`, expires_in: settings.tokenSeconds })
  }

  const serveShield = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url!.replace("/v1/0123456789abcdef", ""), "http://localhost")
    response.setHeader("Access-Control-Allow-Origin", "*")
    const script = scripts[pathname]
    if (script !== undefined) {
      const scriptBehavior = nextBehavior(pathname.replace("/shield/", ""))
      if (scriptBehavior === "hang") return
      if (typeof scriptBehavior === "number") response.statusCode = scriptBehavior
      return response.setHeader("Content-Type", "text/javascript").end(script)
    }
    const language = /^\/shield\/languages\/([a-z-]+)\.json$/.exec(pathname)
    if (language !== null) {
      response.setHeader("Content-Type", "application/json")
      return response.end(readFileSync(join(root, `apps/widget/languages/${language[1]}.json`)))
    }
    const path = pathname.replace("/shield/", "")
    const reply = replies[path]
    if (reply === undefined) return response.writeHead(404).end()
    const body = JSON.parse(await bodyOf(request))
    requests.push({ path, body })
    const behaviorNow = nextBehavior(path)
    if (behaviorNow === "hang") return
    if (behaviorNow === "cut") return request.socket.destroy()
    if (behaviorNow === "hold") await new Promise<void>((resume) => heldRequests.push(resume))
    const isFailure = typeof behaviorNow === "number"
    response.setHeader("Content-Type", "application/json")
    response.statusCode = isFailure ? behaviorNow : 200
    response.end(JSON.stringify(isFailure ? { ok: false, error: "No." } : { ok: true, ...reply(body) }))
  }

  const serveSite = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url!, "http://localhost")
    response.setHeader("Content-Type", "text/html; charset=utf-8")
    if (url.pathname.startsWith("/send")) {
      const text = request.method === "POST" ? await bodyOf(request) : url.search
      submissions.push({ url: url.pathname, fields: parseFields(text) })
      if (site.submitResponse === 204) return response.writeHead(204).end()
      return response.end(
        "<!doctype html><html lang=en><title>Sent</title><link rel=icon href=data:,><p id=sent>Sent</p></html>"
      )
    }
    if (url.pathname !== "/") return response.writeHead(404).end()
    for (const [name, value] of Object.entries(site.headers)) response.setHeader(name, value)
    response.end(site.html.replaceAll("SHIELD", shield))
  }

  const shieldServer = createServer((request, response) => void serveShield(request, response))
  const siteServer = createServer((request, response) => void serveSite(request, response))
  const shield = await listen(shieldServer)
  const url = await listen(siteServer)
  const stop = (server: Server) => {
    server.closeAllConnections()
    server.close()
  }

  return {
    url: `${url}/`,
    shield,
    site,
    behavior,
    settings,
    requests,
    submissions,
    /** Responds to the held requests. */
    release: () => heldRequests.splice(0).forEach((resume) => resume()),
    countRequests: (path: string) => requests.filter((one) => one.path === path).length,
    /** Resets all state, and responds normally again. */
    renew: () => {
      for (const path of Object.keys(behavior)) delete behavior[path]
      Object.assign(settings, initialSettings)
      requests.length = submissions.length = count = 0
    },
    /** Closes the Shield server, so that connections are refused. */
    stopShield: () => stop(shieldServer),
    close: () => [shieldServer, siteServer].forEach(stop)
  }
}

const parseFields = (text: string): Readonly<Record<string, string>> => {
  const parts = [...text.matchAll(/name="([^"]*)"\r\n\r\n([^]*?)\r\n--/g)].map(([, name, value]) =>
    [name!, value!] as const
  )
  return Object.fromEntries(parts.length > 0 ? parts : new URLSearchParams(text))
}

/** Returns the HTML of a page with a body, the widget's script, and a language. */
export const pageHtml = (body: string, { folder = "/shield", head = "", lang = "en", query = "" } = {}): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>A form</title><link rel="icon" href="data:,">${head}<script src="SHIELD${folder}/widget.js${query}" async></script></head>` +
  `<body><main><h1>Write to us</h1>${body}</main></body></html>`

export const widgetHtml = (attributes = ""): string =>
  `<div class="shield-widget" data-sitekey="gh_site_1" ${attributes}></div>`

/** Returns an ordinary form with a widget. */
export const formHtml = (attributes = "", more = ""): string =>
  `<form action="/send" method="post"><label>Name <input name="name" id="name" required></label>${more}` +
  `${widgetHtml(attributes)}<button id="go" name="how" value="button">Send</button></form>`
