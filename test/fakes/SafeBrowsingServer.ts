import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type HttpFault, respond } from "./HttpFaults.ts"
import { SafeBrowsingVendor } from "./SafeBrowsingVendor.ts"

/** A request that the vendor has received. */
export interface SafeBrowsingRequest {
  readonly kind: "update" | "search"
  /** List names of an update, or prefixes of a search in hex. */
  readonly names: ReadonlyArray<string>
  /** Versions of lists that the client has, in hex. */
  readonly versions: ReadonlyArray<string>
  readonly path: string
  readonly key: string | undefined
}

/**
 * Fake server of Google Safe Browsing v5: `hashLists:batchGet`, `hashList` and `hashes:search`.
 *
 * Responds in protobuf, and can produce every `HttpFault`.
 */
export class SafeBrowsingServer {
  /** Data and responses of the server. */
  readonly vendor = new SafeBrowsingVendor()
  /** Received requests, in order of arrival. */
  readonly requests: Array<SafeBrowsingRequest> = []
  /** Fault of each kind of request until it is set to null. */
  readonly faults: Record<"update" | "search", HttpFault | null> = { update: null, search: null }
  readonly key = "a-key-that-nobody-must-see"

  private readonly server = createServer((request, response) => this.answer(request, response))

  static async start(port = 0): Promise<SafeBrowsingServer> {
    const fake = new SafeBrowsingServer()
    await new Promise<void>((resolve) => fake.server.listen(port, "127.0.0.1", resolve))
    return fake
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Returns the received requests of one kind. */
  requestsOfKind(kind: SafeBrowsingRequest["kind"]): ReadonlyArray<SafeBrowsingRequest> {
    return this.requests.filter((question) => question.kind === kind)
  }

  setFault(fault: HttpFault | null): void {
    this.faults.update = this.faults.search = fault
  }

  stop(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url!, this.url)
    const key = request.headers["x-goog-api-key"] ?? searchParams.get("key") ?? undefined
    const kind = pathname === "/v5/hashes:search" ? "search" : "update"
    const prefixes = searchParams.getAll("hashPrefixes").map(fromBase64)
    const versions = searchParams.getAll("version").map(fromBase64)
    const single = /^\/v5\/hashList\/([\w-]+)$/.exec(pathname)?.[1]
    const names = single === undefined ? searchParams.getAll("names") : [single]
    const about = kind === "search" ? prefixes : names
    this.requests.push({ kind, names: about, versions, path: request.url!, key: String(key) })
    const bytes = pathname === "/v5/hashes:search"
      ? this.vendor.search(prefixes)
      : pathname === "/v5/hashLists:batchGet"
      ? this.vendor.batch(names, versions)
      : single !== undefined
      ? this.vendor.single(single, versions)
      : null
    const refusal = bytes === null ? refused(404) : key !== this.key ? refused(403) : this.faults[kind]
    respond(response, { bytes: bytes ?? new Uint8Array(0), type: "application/x-protobuf" }, refusal)
  }
}

const refused = (status: number): HttpFault => ({ kind: "status", status })

const fromBase64 = (text: string): string => Buffer.from(text, "base64url").toString("hex")
