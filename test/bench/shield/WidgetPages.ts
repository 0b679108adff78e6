import { existsSync, readFileSync } from "node:fs"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { root } from "../../house/Tree.ts"
import { challengeOf } from "./AltchaSteps.ts"
import { makeCap } from "./CapSteps.ts"

/** Widget in the comparison, with the path of its page. */
export interface Contender {
  readonly name: string
  readonly path: string
}

interface Gatehouse {
  readonly base: string
  readonly siteKey: string
}

export const contenders: ReadonlyArray<Contender> = [
  { name: "gatehouse", path: "gatehouse" },
  { name: "Cap, solve() at the first focus", path: "cap" },
  { name: "ALTCHA, SHA-256", path: "altcha-sha" },
  { name: "ALTCHA, SHA-256, minDuration 0", path: "altcha-sha-quick" },
  { name: "ALTCHA, PBKDF2 5000 (README)", path: "altcha-pbkdf2" }
]

/** Returns a script that records the time between the first focus in the form and an event of the widget. */
const clock = (event: string, also = "") =>
  `<script>
  let from
  const form = document.querySelector("form")
  form.addEventListener("focusin", () => { if (from === undefined) { from = performance.now(); ${also} } }, true)
  form.addEventListener("${event}", () => { globalThis.took ??= performance.now() - from }, true)
</script>`

const altcha = (kind: string, extra = "") =>
  `<altcha-widget auto="onfocus" challenge="/altcha/${kind}" ${extra}></altcha-widget>
  <script async defer src="/altcha.js" type="module"></script>`

const widgets = ({ base, siteKey }: Gatehouse): Readonly<Record<string, readonly [widget: string, clock: string]>> => ({
  gatehouse: [
    `<div class="shield-widget" data-sitekey="${siteKey}"></div><script src="${base}/shield/widget.js" async></script>`,
    clock("shield:verified")
  ],
  cap: [
    `<script>window.CAP_CUSTOM_WASM_URL = "/cap_wasm_bg.wasm"</script><script src="/cap.js"></script>
    <cap-widget data-cap-api-endpoint="/cap/"></cap-widget>`,
    clock("solve", `form.querySelector("cap-widget").solve()`)
  ],
  "altcha-sha": [altcha("sha"), clock("verified")],
  "altcha-sha-quick": [altcha("sha", `configuration='{"minDuration":0}'`), clock("verified")],
  "altcha-pbkdf2": [altcha("pbkdf2"), clock("verified")]
})

const page = ([widget, clock]: readonly [string, string]): string =>
  `<!doctype html><html lang="en"><title>Contact</title><form>
  <label>Name <input name="name"></label><label>Email <input name="email"></label>
  <label>Message <textarea name="message"></textarea></label>${widget}<button>Send</button></form>${clock}`

const bodyOf = async (request: IncomingMessage): Promise<any> => {
  let text = ""
  for await (const chunk of request) text += chunk
  return text === "" ? {} : JSON.parse(text)
}

/** Starts a server with a page for each widget and the endpoints of the peers. */
export const startPages = async (gatehouse: Gatehouse, wasmPath: string | null) => {
  const module = (path: string) => readFileSync(join(root, "node_modules", path))
  const files: Readonly<Record<string, Uint8Array>> = {
    "/altcha.js": module("altcha/dist/main/altcha.min.js"),
    "/cap.js": module("@cap.js/widget/cap.min.js"),
    ...wasmPath !== null && existsSync(wasmPath) ? { "/cap_wasm_bg.wasm": readFileSync(wasmPath) } : {}
  }
  const html = widgets(gatehouse)
  const cap = makeCap()
  const answers: Readonly<Record<string, (body: any) => Promise<unknown>>> = {
    "/altcha/sha": challengeOf.sha,
    "/altcha/pbkdf2": challengeOf.pbkdf2,
    "/cap/challenge": () => cap.createChallenge(),
    "/cap/redeem": (body) => cap.redeemChallenge(body)
  }
  const server = createServer(async (request, response) => {
    const path = request.url!
    const send = (type: string, body: string | Uint8Array) =>
      response.writeHead(200, { "Content-Type": type }).end(body)
    const [file, widget, answer] = [files[path], html[path.slice(1)], answers[path]]
    if (file !== undefined) send(path.endsWith(".js") ? "text/javascript" : "application/wasm", file)
    else if (widget !== undefined) send("text/html", page(widget))
    else if (answer !== undefined) send("application/json", JSON.stringify(await answer(await bodyOf(request))))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
