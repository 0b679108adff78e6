import { Effect, Layer, ManagedRuntime } from "effect"
import { Accounts, createAccount, createApiKey, grantCredits, layerEmbedded } from "gatehouse"
import { makeWebHandler } from "gatehouse/http"
import { layerSqlite } from "gatehouse/storage"
import { DownloadNode } from "gatehouse/webRisk"

// Gatehouse's API next to your own page: `bun examples/mounted-fetch.ts`, or `deno run -A examples/mounted-fetch.ts`.
const { DATABASE = "./data/mounted.db", HOST = "127.0.0.1", PORT = "3000" } = process.env

/** On the first start, creates an account with credits, and prints its API key. */
const createFirstKey = Effect.gen(function*() {
  if ((yield* (yield* Accounts).list).length > 0) return
  const { id: accountId } = yield* createAccount("shop")
  yield* grantCredits({ accountId, amount: 1_000, note: "start" })
  const { text } = yield* createApiKey({ accountId, name: "shop" })
  console.log(`API key: ${text}`)
})

const runtime = ManagedRuntime.make(
  Layer.mergeAll(layerEmbedded, DownloadNode.layer(), layerSqlite({ filename: DATABASE }))
)
await runtime.runPromise(createFirstKey)
const gatehouse = await runtime.runPromise(makeWebHandler())

const handle = (request: Request, remoteAddress: string) =>
  gatehouse(request, remoteAddress) ?? new Response("My own page")

/** Global objects of Bun and Deno, as far as this program uses them. */
interface Runtimes {
  readonly Bun?: {
    readonly serve: (options: {
      readonly hostname: string
      readonly port: number
      readonly fetch: (
        request: Request,
        server: { readonly requestIP: (request: Request) => { readonly address: string } | null }
      ) => Response | Promise<Response>
    }) => { readonly url: URL }
  }
  readonly Deno?: {
    readonly serve: (
      options: { readonly hostname: string; readonly port: number },
      handler: (
        request: Request,
        info: { readonly remoteAddr: { readonly hostname: string } }
      ) => Response | Promise<Response>
    ) => unknown
  }
}

const { Bun, Deno } = globalThis as Runtimes
const address = { hostname: HOST, port: Number(PORT) }
if (Bun !== undefined) {
  const { url } = Bun.serve({
    ...address,
    fetch: (request, server) => handle(request, server.requestIP(request)?.address ?? "unknown")
  })
  console.log(`Listening on ${url.href}`)
} else if (Deno !== undefined) {
  // Deno prints the address.
  Deno.serve(address, (request, { remoteAddr }) => handle(request, remoteAddr.hostname))
} else console.error("Run this program on Bun or Deno. On Node, use makeNodeListener.")
