import { HttpApi, OpenApi } from "effect/http-api"
import { Documents } from "./Documents.ts"
import { Emails } from "./Emails.ts"
import { Leads } from "./Leads.ts"
import { Phishing } from "./Phishing.ts"
import { Shield } from "./Shield.ts"
import { Urls } from "./Urls.ts"

export const apiVersion = "0.1.0"

/** The seven endpoints of the contract. Safe for browsers and clients: no server code is reached from here. */
export class Api extends HttpApi.make("gatehouse").add(Documents, Urls, Emails, Leads, Phishing, Shield)
  .annotateMerge(OpenApi.annotations({
    title: "Gatehouse",
    version: apiVersion,
    description: "Threat screening and bot protection. Every endpoint is a POST with the `API-KEY` header, except " +
      "`/shield/siteverify`, which takes the site's secret in its body. Every answer of an endpoint carries `X-Request-Id`; keyed answers " +
      "carry `RateLimit`, `RateLimit-Policy` and `X-Credits-Charged`. Charged endpoints honour `Idempotency-Key` for 24 hours."
  }))
{}
