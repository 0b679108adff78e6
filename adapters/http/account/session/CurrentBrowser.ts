import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { Member } from "../../../../core/members/Member.ts"
import { makeDeviceToken } from "../../../../core/members/sessions/KnownDevice.ts"
import type { Browser } from "../../../../core/members/sessions/StartSession.ts"
import { DashboardOptions } from "./DashboardOptions.ts"
import { deviceCookie, setCookie, valueIn } from "./OwnCookie.ts"
import { baseUrlOf } from "./OwnPages.ts"
import { browserAddress } from "./SessionAuth.ts"

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

/** What the browser that asks was given when somebody signed in with it last; null where nobody has. */
export const currentDevice = Effect.gen(function*() {
  const { publicUrl } = yield* DashboardOptions
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  return valueIn(deviceCookie, headers["cookie"], publicUrl)
})

/** From now on this browser is one of the member's. */
export const rememberDevice = Effect.fnUntraced(function*(member: Member) {
  yield* setCookie(deviceCookie, yield* makeDeviceToken(member), (yield* DashboardOptions).publicUrl)
})
