import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { widgetFolder } from "../../../scripts/BuildWidget.ts"
import { root } from "../../house/Tree.ts"

/** How an endpoint responds: normally, with a status, never, after `release`, or by closing the connection. */
export type Answer = "ok" | number | "hang" | "cut" | "hold"

export interface Asked {
  readonly path: string
  readonly body: Record<string, any>
}

export interface Sent {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** Built scripts from the run's main process, by path. */
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

const settingsAtFirst = { tokenSeconds: 300, ticketSeconds: 600, puzzles: 2, bits: 1, isDegraded: false }

export type FakeShield = Awaited<ReturnType<typeof startFakeShield>>

/**
 * Starts a site with forms, and on another origin a Shield server with the real wire format and configurable failures.
 */
export const startFakeShield = async () => {
  const behaviour: Record<string, Answer | Array<Answer>> = {}
  const settings = { ...settingsAtFirst }
  const asked: Array<Asked> = []
  const sent: Array<Sent> = []
  const site = { html: "", headers: {} as Record<string, string>, submitAnswer: 204 as 204 | "ok" }
  const held: Array<() => void> = []
  let count = 0

  /** Uses up the first items of a list and keeps the last one. */
  const answerOf = (path: string): Answer => {
    const wanted = behaviour[path] ?? "ok"
    if (!Array.isArray(wanted)) return wanted
    return wanted.length > 1 ? wanted.shift()! : wanted[0] ?? "ok"
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

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url!.replace("/v1/0123456789abcdef", ""), "http://localhost")
    response.setHeader("Access-Control-Allow-Origin", "*")
    const script = scripts[pathname]
    if (script !== undefined) {
      const wanted = answerOf(pathname.replace("/shield/", ""))
      if (wanted === "hang") return
      if (typeof wanted === "number") response.statusCode = wanted
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
    asked.push({ path, body })
    const wanted = answerOf(path)
    if (wanted === "hang") return
    if (wanted === "cut") return request.socket.destroy()
    if (wanted === "hold") await new Promise<void>((resume) => held.push(resume))
    const isFailure = typeof wanted === "number"
    response.setHeader("Content-Type", "application/json")
    response.statusCode = isFailure ? wanted : 200
    response.end(JSON.stringify(isFailure ? { ok: false, error: "No." } : { ok: true, ...reply(body) }))
  }

  const serveSite = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url!, "http://localhost")
    response.setHeader("Content-Type", "text/html; charset=utf-8")
    if (url.pathname.startsWith("/send")) {
      const text = request.method === "POST" ? await bodyOf(request) : url.search
      sent.push({ url: url.pathname, fields: fieldsOf(text) })
      if (site.submitAnswer === 204) return response.writeHead(204).end()
      return response.end(
        "<!doctype html><html lang=en><title>Sent</title><link rel=icon href=data:,><p id=sent>Sent</p></html>"
      )
    }
    if (url.pathname !== "/") return response.writeHead(404).end()
    for (const [name, value] of Object.entries(site.headers)) response.setHeader(name, value)
    response.end(site.html.replaceAll("SHIELD", shield))
  }

  const shieldServer = createServer((request, response) => void answer(request, response))
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
    behaviour,
    settings,
    asked,
    sent,
    /** Answers the requests that are held. */
    release: () => held.splice(0).forEach((resume) => resume()),
    askedFor: (path: string) => asked.filter((one) => one.path === path).length,
    /** Resets all state, and responds normally again. */
    renew: () => {
      for (const path of Object.keys(behaviour)) delete behaviour[path]
      Object.assign(settings, settingsAtFirst)
      asked.length = sent.length = count = 0
    },
    /** Refuses connections from now on. */
    die: () => stop(shieldServer),
    close: () => [shieldServer, siteServer].forEach(stop)
  }
}

const fieldsOf = (text: string): Readonly<Record<string, string>> => {
  const parts = [...text.matchAll(/name="([^"]*)"\r\n\r\n([^]*?)\r\n--/g)].map(([, name, value]) =>
    [name!, value!] as const
  )
  return Object.fromEntries(parts.length > 0 ? parts : new URLSearchParams(text))
}

/** Returns a page with this body, the script, and a language. */
export const pageOf = (body: string, { folder = "/shield", head = "", lang = "en", query = "" } = {}): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>A form</title><link rel="icon" href="data:,">${head}<script src="SHIELD${folder}/widget.js${query}" async></script></head>` +
  `<body><main><h1>Write to us</h1>${body}</main></body></html>`

export const widgetOf = (attributes = ""): string =>
  `<div class="shield-widget" data-sitekey="gh_site_1" ${attributes}></div>`

/** Returns an ordinary form with a widget. */
export const formOf = (attributes = "", more = ""): string =>
  `<form action="/send" method="post"><label>Name <input name="name" id="name" required></label>${more}` +
  `${widgetOf(attributes)}<button id="go" name="how" value="button">Send</button></form>`
