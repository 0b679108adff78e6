import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** Server of a third party on its own origin. Its page contains code that was copied from the dashboard. */
export interface Shop {
  readonly url: string
  /** Tokens that were submitted with the form. */
  readonly tokens: Array<string>
  readonly close: () => void
}

/**
 * Starts the server of the third party.
 *
 * @param inForm HTML from the dashboard, for the form of the page
 */
export const startShop = async (inForm: string): Promise<Shop> => {
  const tokens: Array<string> = []
  const page = `<!doctype html><html lang="en"><title>Shop</title><h1>Write to us</h1>
<form method="post"><label>Name <input name="name"></label> <label>Message <textarea name="message"></textarea></label>
${inForm}
<button>Send</button></form></html>`
  const server = createServer(async (request, response) => {
    response.setHeader("content-type", "text/html")
    if (request.method !== "POST") return void response.end(page)
    let body = ""
    for await (const piece of request) body += piece
    tokens.push(new URLSearchParams(body).get("shield-token") ?? "")
    response.end("<!doctype html><title>Thanks</title><h1>Thank you</h1>")
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    tokens,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
