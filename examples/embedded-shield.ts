import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import {
  Accounts,
  checkEmail,
  costTable,
  createAccount,
  createSite,
  grantCredits,
  layerEmbedded,
  Ledger,
  noBlockRules,
  runCharged,
  scanDocument,
  type Site,
  Sites,
  verifyFor
} from "gatehouse"
import { layerRoutes, widgetFiles } from "gatehouse/http"
import { layerSqlite } from "gatehouse/storage"
import { DownloadDisabled } from "gatehouse/webRisk"
import { createServer } from "node:http"

// A job portal that embeds Gatehouse, so no Gatehouse process is needed. Shield protects its form. Gatehouse checks the
// address and scans the résumé, and the portal's account pays for it in a ledger on SQLite.
const { DATABASE = "./data/portal.db", HOST = "127.0.0.1", PORT = "3000" } = process.env

/** Credits of a new portal. */
const startingCredits = 1_000

/** Price of a job application: one email check and one document scan. */
const price = costTable["scan/email"] + costTable["scan"]

/** The portal's site. Each step of its creation can be repeated, so the next start completes an interrupted one. */
class Portal extends Context.Service<Portal, Site>()("examples/Portal") {
  static readonly layer = Layer.effect(
    Portal,
    Effect.gen(function*() {
      const [account] = yield* (yield* Accounts).list
      const { id: accountId } = account ?? (yield* createAccount("portal"))
      yield* grantCredits({ accountId, amount: startingCredits, note: "start", reference: "start" })
      const [site] = yield* (yield* Sites).list(accountId)
      const hostnames = ["localhost", "127.0.0.1"]
      return site ?? (yield* createSite({ accountId, name: "portal", hostnames })).site
    })
  )
}

const page = (site: Site) =>
  `<!doctype html>
<html lang="en">
<title>Apply</title>
<script src="/shield/widget.js" async></script>
<form method="post" action="/apply" enctype="multipart/form-data">
  <p><label>Your address <input name="email" type="email" required></label>
  <p><label>Your résumé <input name="file" type="file" required></label>
  <div class="shield-widget" data-sitekey="${site.siteKey}"></div>
  <p><button>Apply</button>
</form>
`

/** Reads the fields of the form. */
const readForm = Effect.gen(function*() {
  const request = yield* HttpServerRequest.toWeb(yield* HttpServerRequest.HttpServerRequest)
  const form = yield* Effect.promise(() => request.formData())
  const text = (name: string) => String(form.get(name) ?? "")
  const file = form.get("file")
  const upload = file instanceof File ? file : new File([], "")
  const bytes = new Uint8Array(yield* Effect.promise(() => upload.arrayBuffer()))
  return { email: text("email"), token: text("shield-token"), file: { name: upload.name, bytes } }
})

/** Verifies that a person sent the form, and checks the address and the document, for which the portal pays. */
const apply = Effect.gen(function*() {
  const site = yield* Portal
  const { email, file, token } = yield* readForm
  const verification = yield* verifyFor(site, { token, email })
  if (verification.kind === "rejected") return yield* refuse(403, `Shield rejected the form: ${verification.reason}`)
  const [address, { rating, reasons }] = yield* runCharged(
    { accountId: site.accountId, amount: price, note: "application" },
    Effect.all([checkEmail({ email, rules: noBlockRules }), scanDocument(file)])
  )
  if (address.disposable) return yield* refuse(422, "Please use a permanent address.")
  if (rating === "block") return yield* refuse(422, `The résumé is dangerous: ${reasons[0]?.message ?? ""}`)
  return yield* HttpServerResponse.json({ ok: true, rating, verification })
}).pipe(
  Effect.catchTags({
    // The credits were returned, because the work failed.
    InvalidEmailAddress: ({ message }) => refuse(422, message),
    UnsupportedDocument: ({ message }) => refuse(422, message),
    UnreadableDocument: ({ message }) => refuse(422, message),
    InsufficientCredits: ({ message }) => refuse(503, message),
    // A threat source does not answer, or too many documents wait.
    WebRiskUnavailable: ({ message }) => refuse(503, message),
    QueueFull: ({ message }) => refuse(503, message)
  })
)

const refuse = (status: number, message: string) => HttpServerResponse.json({ ok: false, message }, { status })

const balance = Effect.gen(function*() {
  const [ledger, { accountId }] = [yield* Ledger, yield* Portal]
  return yield* HttpServerResponse.json({ ...yield* ledger.balance(accountId), ...yield* ledger.verify })
})

const routes = Layer.mergeAll(
  HttpRouter.add("GET", "/", Effect.map(Portal, (site) => HttpServerResponse.html(page(site)))),
  HttpRouter.add("POST", "/apply", apply),
  HttpRouter.add("GET", "/balance", balance),
  // Adds Gatehouse's API, including Shield's endpoints, and the files of the widget. The portal's account has no API
  // key, so endpoints that require a key respond with 401.
  layerRoutes({ widget: widgetFiles() })
)

const ports = Layer.mergeAll(
  layerEmbedded,
  DownloadDisabled.layer("the portal downloads nothing"),
  layerSqlite({ filename: DATABASE })
)

HttpRouter.serve(routes).pipe(
  // Comes before the ports in this list, so that the server listens only after the ports are ready.
  Layer.provide(NodeHttpServer.layer(createServer, { host: HOST, port: Number(PORT) })),
  Layer.provide(Portal.layer),
  Layer.provide(ports),
  Layer.launch,
  NodeRuntime.runMain
)
