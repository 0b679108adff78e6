import { Clock, Effect } from "effect"
import { Redacted } from "effect"
import type { Vendor } from "../../adapters/webrisk/google/Vendor.ts"
import { type Http, HttpFailure } from "../../adapters/webrisk/http/Http.ts"
import type { Job } from "../../adapters/webrisk/thread/Jobs.ts"
import { JobThread } from "../../adapters/webrisk/thread/ThreatThread.ts"
import type { WebRiskMethod } from "./WebRiskServer.ts"
import { WebRiskVendor } from "./WebRiskVendor.ts"

/** Fault of a request: no connection, no response (`slow`), an error status or a replaced body. */
export type InMemoryFault = "unreached" | "slow" | {
  readonly status: number
  readonly retryAfterMillis?: number
  readonly message?: string
} | {
  readonly body: string
}

/** Vendor that responds without a network, so that a test's clock can advance by days. */
export class WebRiskInMemory {
  readonly data = new WebRiskVendor()
  readonly requests: Array<{ readonly method: WebRiskMethod; readonly url: URL; readonly at: number }> = []
  readonly faults = new Map<WebRiskMethod, InMemoryFault>()

  readonly vendor: Vendor = {
    name: "web-risk",
    url: "https://vendor.example",
    key: Redacted.make("a-key-that-nobody-must-see"),
    http: (request) => this.answer(request)
  }

  setFault(fault: InMemoryFault | null): void {
    for (const method of ["threatLists:computeDiff", "hashes:search", "uris:search"] as const) {
      if (fault === null) this.faults.delete(method)
      else this.faults.set(method, fault)
    }
  }

  requestsOfMethod(method: WebRiskMethod): ReadonlyArray<URL> {
    return this.requests.filter((question) => question.method === method).map(({ url }) => url)
  }

  private readonly answer: Http = Effect.fnUntraced({ self: this }, function*({ url }) {
    const method = url.pathname.replace("/v1/", "") as WebRiskMethod
    const at = yield* Clock.currentTimeMillis
    this.requests.push({ method, url, at })
    yield* Effect.yieldNow
    const fault = this.faults.get(method)
    if (fault === "slow") return yield* Effect.never
    if (fault === "unreached") return yield* failed(url, "unreached", null, {})
    if (fault !== undefined && "status" in fault) return yield* failed(url, "status", fault.status, fault)
    this.data.now = () => at
    const body = fault === undefined ? JSON.stringify(this.respondWithData(method, url.searchParams)) : fault.body
    if (body === "null") return yield* failed(url, "status", 400, { message: "Invalid version token." })
    return { status: 200, headers: new Headers(), blocks: [new TextEncoder().encode(body).buffer] }
  })

  private respondWithData(method: WebRiskMethod, parameters: URLSearchParams): object | null {
    const types = parameters.getAll("threatTypes")
    if (method === "uris:search") return this.data.lookUp(parameters.get("uri")!, types)
    if (method === "hashes:search") return this.data.search(hexOf(parameters.get("hashPrefix")!), types)
    const token = Buffer.from(parameters.get("versionToken") ?? "", "base64url").toString("base64")
    return this.data.computeDiff(parameters.get("threatType")!, token)
  }
}

const hexOf = (base64Url: string) => Buffer.from(base64Url, "base64url").toString("hex")

const failed = (
  url: URL,
  problem: "unreached" | "status",
  status: number | null,
  { message, retryAfterMillis }: { readonly retryAfterMillis?: number; readonly message?: string }
) =>
  new HttpFailure({
    problem,
    status,
    retryAfterMillis: retryAfterMillis ?? null,
    message: `${url.host}${url.pathname} answered ${status}.`,
    body: new TextEncoder().encode(message === undefined ? "" : JSON.stringify({ error: { message } }))
  })

/** Runs jobs on the calling thread, so that a test does not wait for a worker. */
export class InlineThread extends JobThread {
  override async run<I, A>({ work }: Job<I, A>, input: I): Promise<A> {
    return (await work(input)).output
  }
}
