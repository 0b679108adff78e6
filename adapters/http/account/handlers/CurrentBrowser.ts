import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { Browser } from "../../../../core/members/sessions/StartSession.ts"
import { DashboardOptions } from "../server/DashboardOptions.ts"
import { baseUrlOf } from "../server/OwnOrigin.ts"
import { browserAddress } from "../server/SessionAuth.ts"

/** The browser that asks. */
export const currentBrowser = Effect.gen(function*() {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const browser: Browser = { address: yield* browserAddress, userAgent: headers["user-agent"] ?? "" }
  return browser
})

/** Under which it reaches this server, without a slash behind. */
export const currentBaseUrl = Effect.gen(function*() {
  const { publicUrl } = yield* DashboardOptions
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  return baseUrlOf(publicUrl, headers["host"])
})
