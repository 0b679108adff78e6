import { build } from "esbuild"
import { isbot } from "isbot"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { judgeSession } from "../../core/shield/score/JudgeSession.ts"
import { shapeOf } from "../../core/shield/score/Signals.ts"
import type { RequestFacts, SessionJudgment } from "../../core/shield/SessionJudgment.ts"

export interface SessionVerdict extends SessionJudgment {
  readonly signals: unknown
}

export interface ScoreServer {
  readonly url: string
  /**
   * Returns the latest verdict on a session; undefined if the session sent nothing.
   *
   * @param session name that starts with the site and a dot; sessions of a site are compared with each other
   */
  readonly verdictOf: (session: string) => SessionVerdict | undefined
  /** Returns the verdict on a session whose form came without signals. */
  readonly verdictWithoutSignals: () => SessionVerdict
  readonly stop: () => Promise<void>
}

/**
 * Starts a server for a bare page with a form, which uses the widget's collector. The server judges the signals. The
 * page requests a challenge on the first interaction. It sends signals when a solution would be ready, and again on
 * submit.
 */
export const startScoreServer = async (): Promise<ScoreServer> => {
  const script = await bundled()
  const challenges = new Map<string, number>()
  const judgments = new Map<string, SessionVerdict>()
  const shapes = new Map<string, Set<string>>()
  const judge = (session: string, signals: unknown, request: RequestFacts): SessionVerdict => {
    const shape = shapeOf(signals)
    const place = `${session.split(".")[0]} ${shape}`
    const sessions = shape === null ? new Set<string>() : shapes.get(place) ?? new Set()
    if (shape !== null) shapes.set(place, sessions.add(session))
    const judgment = judgeSession({
      signals,
      request,
      country: null,
      asn: null,
      pressure: { network: 1, address: 1, instance: 1 },
      profile: "argon2id",
      solveMillis: 600,
      solveMillisMin: 50,
      sinceChallengeMillis: Date.now() - (challenges.get(session) ?? Date.now()),
      shapeSeen: Math.max(0, sessions.size - 1)
    })
    return { ...judgment, signals }
  }
  const server = createServer(async (request, response) => {
    const [path, session = ""] = (request.url ?? "").split("?")
    if (path === "/page") return void response.setHeader("content-type", "text/html").end(page)
    if (path === "/strict") {
      response.setHeader("content-security-policy", "default-src 'none'; script-src 'self'")
      return void response.setHeader("content-type", "text/html").end(
        `<form><input name="name"></form><script src="/widget.js"></script>`
      )
    }
    if (path === "/widget.js") return void response.setHeader("content-type", "text/javascript").end(script)
    if (path === "/challenge") challenges.set(session, Date.now())
    if (path === "/judge") judgments.set(session, judge(session, JSON.parse(await bodyOf(request)), factsOf(request)))
    response.setHeader("access-control-allow-origin", "*").end("{}")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    verdictOf: (session) => judgments.get(session),
    verdictWithoutSignals: () => judge("", null, nothingSent),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

const bundled = async (): Promise<string> => {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "import { startCollecting } from \"./apps/widget/signals/Collect.ts\"; window.startCollecting = startCollecting",
      resolveDir: new URL("../../", import.meta.url).pathname
    },
    bundle: true,
    minify: true,
    write: false,
    format: "iife"
  })
  return outputFiles[0]!.text
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ""
  for await (const chunk of request) body += chunk
  return body
}

const factsOf = ({ headers, socket }: IncomingMessage): RequestFacts => {
  const header = (name: string) => headers[name]?.toString() ?? null
  return {
    address: socket.remoteAddress ?? "",
    userAgent: header("user-agent"),
    isSelfDeclaredBot: isbot(header("user-agent")),
    acceptLanguage: header("accept-language"),
    secFetchSite: header("sec-fetch-site"),
    secFetchMode: header("sec-fetch-mode"),
    secFetchDest: header("sec-fetch-dest"),
    clientHints: header("sec-ch-ua"),
    clientHintsMobile: header("sec-ch-ua-mobile"),
    clientHintsPlatform: header("sec-ch-ua-platform")
  }
}

const nothingSent: RequestFacts = {
  address: "127.0.0.1",
  userAgent: null,
  isSelfDeclaredBot: null,
  acceptLanguage: null,
  secFetchSite: null,
  secFetchMode: null,
  secFetchDest: null,
  clientHints: null,
  clientHintsMobile: null,
  clientHintsPlatform: null
}

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Contact</title><style>
  body { font: 16px/1.5 sans-serif; margin: 40px auto; width: min(480px, 90%) }
  label { display: block; margin: 18px 0 } input, textarea { display: block; width: 100%; font: inherit; padding: 8px; box-sizing: border-box }
  button { padding: 12px 32px; font: inherit; margin: 10px 0 60px }
</style>
<h1>Write to us</h1><p>We answer within two days.</p>
<form><label>Name <input name="name" autocomplete="name"></label><label>Email <input name="email" type="email"></label>
<label>Message <textarea name="message" rows="5"></textarea></label><button>Send</button></form>
<script src="/widget.js"></script><script>
  const form = document.querySelector("form"), session = location.search
  const collector = window.collector = startCollecting(document)
  const post = (path, body) => fetch(path + session, { method: "POST", body, keepalive: true })
  const send = async () => post("/judge", JSON.stringify(await collector.snapshot(form)))
  let isChallenged = false
  window.ask = async () => {
    if (isChallenged) return
    isChallenged = true
    collector.challenged()
    await post("/challenge")
    setTimeout(() => done || send(), 500)
  }
  for (const name of ["focusin", "pointerdown", "keydown"]) form.addEventListener(name, ask)
  let done = false
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    done = true
    await ask()
    await send()
    document.body.dataset.sent = "yes"
  })
</script></html>`
