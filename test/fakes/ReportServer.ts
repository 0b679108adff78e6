import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type HttpFault, respond } from "./HttpFaults.ts"

/** Fake server of Web Risk's submission API: `projects.uris.submit` and its long-running operations. */
export class ReportServer {
  readonly token = "ya29.a-token-that-nobody-must-see"
  readonly project = "1234"
  /** Submitted JSON bodies, in order of arrival. */
  readonly submitted: Array<any> = []
  /** Fault of every response until it is set to null. */
  fault: HttpFault | null = null
  /** Fields of every operation that the server returns, in addition to its name. */
  operation: { done?: boolean; metadata?: unknown; error?: unknown; response?: unknown } = {}

  private readonly server = createServer((request, response) => void this.answer(request, response))

  static async start(): Promise<ReportServer> {
    const fake = new ReportServer()
    await new Promise<void>((resolve) => fake.server.listen(0, "127.0.0.1", resolve))
    return fake
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  setState(state: string): void {
    const type = "type.googleapis.com/google.cloud.webrisk.v1.SubmitUriMetadata"
    this.operation = {
      done: state !== "RUNNING",
      metadata: { "@type": type, state, createTime: "2026-11-21T10:00:00Z" }
    }
  }

  stop(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = this.nameOf(request.method ?? "", request.url ?? "")
    const text = await textOf(request)
    const refusal: HttpFault | null = request.headers.authorization !== `Bearer ${this.token}`
      ? refused(401)
      : name === null
      ? refused(404)
      : this.fault
    if (refusal === null && request.method === "POST") this.submitted.push(JSON.parse(text))
    const bytes = new TextEncoder().encode(JSON.stringify({ name, ...this.operation }))
    respond(response, { bytes, type: "application/json" }, refusal)
  }

  /** Returns the name of the operation for a URL path, or null. */
  private nameOf(method: string, path: string): string | null {
    const parent = `projects/${this.project}`
    if (method === "POST") return path === `/v1/${parent}/uris:submit` ? `${parent}/operations/op-1` : null
    return method === "GET" && path === `/v1/${parent}/operations/op-1` ? path.slice("/v1/".length) : null
  }
}

const refused = (status: number): HttpFault => ({ kind: "status", status })

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request.setEncoding("utf8")) text += chunk
  return text
}
