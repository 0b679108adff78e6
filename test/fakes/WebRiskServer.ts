import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type HttpFault, respond } from "./HttpFaults.ts"
import { WebRiskVendor } from "./WebRiskVendor.ts"

export type WebRiskMethod = "threatLists:computeDiff" | "hashes:search" | "uris:search"

/** A request that the vendor has received. */
export interface WebRiskRequest {
  readonly method: WebRiskMethod
  readonly parameters: URLSearchParams
  readonly path: string
}

/**
 * Fake server of Google Web Risk v1: `computeDiff`, `hashes:search` and `uris:search`.
 *
 * Responds in JSON, and can produce every `HttpFault`.
 */
export class WebRiskServer {
  /** Data and responses of the server. */
  readonly vendor = new WebRiskVendor()
  /** Received requests, in order of arrival. */
  readonly requests: Array<WebRiskRequest> = []
  /** Fault of each method until it is set to null. */
  readonly faults: Record<WebRiskMethod, HttpFault | null> = {
    "threatLists:computeDiff": null,
    "hashes:search": null,
    "uris:search": null
  }
  readonly key = "a-key-that-nobody-must-see"

  private readonly server = createServer((request, response) => this.answer(request, response))

  static async start(port = 0): Promise<WebRiskServer> {
    const fake = new WebRiskServer()
    await new Promise<void>((resolve) => fake.server.listen(port, "127.0.0.1", resolve))
    return fake
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Returns the received requests of one method. */
  requestsOfMethod(method: WebRiskMethod): ReadonlyArray<WebRiskRequest> {
    return this.requests.filter((question) => question.method === method)
  }

  setFault(fault: HttpFault | null): void {
    for (const method of Object.keys(this.faults) as ReadonlyArray<WebRiskMethod>) this.faults[method] = fault
  }

  stop(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url!, this.url)
    const method = pathname.replace(/^.*\/v1\//, "") as WebRiskMethod
    if (!(method in this.faults)) return refuse(response, 404, "NOT_FOUND", "There is no such method.")
    this.requests.push({ method, parameters: searchParams, path: request.url! })
    const key = request.headers["x-goog-api-key"] ?? searchParams.get("key")
    if (key !== this.key) {
      return refuse(response, 400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")
    }
    const answer = this.vendorResponse(method, searchParams)
    if (answer === null) return refuse(response, 400, "INVALID_ARGUMENT", "Invalid version token.")
    respond(response, { bytes: Buffer.from(JSON.stringify(answer)), type: "application/json" }, this.faults[method])
  }

  private vendorResponse(method: WebRiskMethod, parameters: URLSearchParams): object | null {
    const types = parameters.getAll("threatTypes")
    switch (method) {
      case "threatLists:computeDiff":
        return this.vendor.computeDiff(
          parameters.get("threatType") ?? "",
          fromBase64Url(parameters.get("versionToken"))
        )
      case "hashes:search":
        return this.vendor.search(Buffer.from(parameters.get("hashPrefix") ?? "", "base64url").toString("hex"), types)
      case "uris:search":
        return this.vendor.lookUp(parameters.get("uri") ?? "", types)
    }
  }
}

const refuse = (response: ServerResponse, code: number, status: string, message: string): void => {
  response.writeHead(code, { "Content-Type": "application/json" }).end(
    JSON.stringify({ error: { code, message, status } })
  )
}

const fromBase64Url = (text: string | null): string => Buffer.from(text ?? "", "base64url").toString("base64")
