import { HttpApi, OpenApi } from "effect/http-api"
import { completeDocument } from "./ApiDocument.ts"
import { Documents } from "./Documents.ts"
import { Emails } from "./Emails.ts"
import { Leads } from "./Leads.ts"
import { Phishing } from "./Phishing.ts"
import { Shield } from "./Shield.ts"
import { Urls } from "./Urls.ts"
import { Widget } from "./Widget.ts"

export const apiVersion = "0.1.0"

/**
 * Public API of Gatehouse, with the endpoints that the widget calls.
 *
 * Browsers and clients can import this module, because it imports no server code.
 */
export class Api extends HttpApi.make("gatehouse").add(Documents, Urls, Emails, Leads, Phishing, Shield, Widget)
  .annotateMerge(OpenApi.annotations({
    title: "Gatehouse",
    version: apiVersion,
    license: { name: "MIT", identifier: "MIT" },
    servers: [{ url: "/", description: "The server from which this document was loaded" }],
    transform: completeDocument,
    description: [
      "Screens documents, URLs, email addresses and leads for threats, and protects forms from bots.",
      "**Requests.** Every endpoint accepts POST requests. Send JSON with `Content-Type: application/json`, except for " +
      "`/scan`, which takes multipart form data.",
      "**Authentication.** Send your API key in the `API-KEY` header. The Shield endpoints take no API key: " +
      "`/shield/siteverify` takes the site's secret key in the body, and the widget endpoints take the public site key.",
      "**Credits.** Scans are charged to the account's credit balance. `X-Credits-Charged` reports the cost of each " +
      "request. A failed request costs nothing.",
      "**Rate limits.** Each API key may make 60 requests in any 60 seconds, unless it was created with another limit. " +
      "`RateLimit-Policy` and `RateLimit` report the limit and what remains. After a 429 response, wait for the number of " +
      "seconds in `Retry-After`.",
      "**Idempotency.** Endpoints that cost credits accept an `Idempotency-Key` header, so that you can retry without " +
      "being charged twice.",
      "**Request IDs.** Every response has an `X-Request-Id`. The dashboard's request history lists the requests made with " +
      "API keys under their IDs."
    ].join("\n\n")
  }))
{}
