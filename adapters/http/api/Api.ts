import { HttpApi, OpenApi } from "effect/http-api"
import { Documents } from "./Documents.ts"
import { Emails } from "./Emails.ts"
import { Leads } from "./Leads.ts"
import { Phishing } from "./Phishing.ts"
import { Shield } from "./Shield.ts"
import { Urls } from "./Urls.ts"
import { Widget } from "./Widget.ts"

export const apiVersion = "0.1.0"

/**
 * The public API: the seven contract endpoints and those of the widget. Safe to import in browsers and clients: it imports no server code.
 */
export class Api extends HttpApi.make("gatehouse").add(Documents, Urls, Emails, Leads, Phishing, Shield, Widget)
  .annotateMerge(OpenApi.annotations({
    title: "Gatehouse",
    version: apiVersion,
    description: "Threat screening and bot protection. Every endpoint is a POST with the `API-KEY` header, except " +
      "those of Shield: `/shield/siteverify` takes the site's secret in its body, and the widget's a site key. Every answer of an endpoint carries `X-Request-Id`; keyed answers " +
      "carry `RateLimit`, `RateLimit-Policy` and `X-Credits-Charged`. Charged endpoints honour `Idempotency-Key` for 24 hours."
  }))
{}
