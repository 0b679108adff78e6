import { createHash } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { type HttpFault, respond } from "./HttpFaults.ts"

/** Faults of a list server. */
export type FeedFault =
  | HttpFault
  /** Sends a body that never ends. */
  | { readonly kind: "endless" }
  | { readonly kind: "redirect"; readonly to: string }
  /** Responds 304 to every request. */
  | { readonly kind: "unchanged" }

/** Serves one list as list vendors do: with an ETag, and 304 for a matching `If-None-Match`. */
export class FeedServer {
  body: Uint8Array = new Uint8Array(0)
  fault: FeedFault | null = null
  /** Headers to send in addition to the ETag. */
  headers: Readonly<Record<string, string>> = {}
  readonly requests: Array<{ readonly path: string; readonly headers: IncomingHttpHeaders; readonly status: number }> =
    []
  private readonly server = createServer(({ headers, url }, response) => {
    const etag = `"${createHash("sha256").update(this.body).digest("hex").slice(0, 16)}"`
    const isKnown = headers["if-none-match"] === etag && this.fault === null
    response.on("close", () => this.requests.push({ path: url ?? "", headers, status: response.statusCode }))
    if (isKnown) response.writeHead(304, { ETag: etag }).end()
    else this.answer(response, etag)
  })

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Replaces the served lines. */
  put(...lines: ReadonlyArray<string>): void {
    this.body = new TextEncoder().encode(`${lines.join("\n")}\n`)
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private answer(response: ServerResponse, etag: string): void {
    switch (this.fault?.kind) {
      case "endless":
        return endless(response)
      case "redirect":
        response.writeHead(302, { Location: this.fault.to }).end()
        return
      case "unchanged":
        response.writeHead(304).end()
        return
      default:
        response.setHeader("ETag", etag)
        for (const [name, value] of Object.entries(this.headers)) response.setHeader(name, value)
        return respond(response, { bytes: this.body, type: "text/plain" }, this.fault)
    }
  }
}

const endless = (response: ServerResponse): void => {
  const chunk = Buffer.alloc(1024 * 1024, "http://a.example/b\n")
  const more = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once("drain", more)
  }
  response.writeHead(200)
  more()
}

/** Returns a decompression bomb. Each kilobyte of gzip data expands to a megabyte. */
export const gzipBomb = (megabytes: number): Uint8Array => {
  const megabyte = gzipSync(Buffer.alloc(1024 * 1024, 0x61), { level: 9 })
  return Buffer.concat(Array.from({ length: megabytes }, () => megabyte))
}
