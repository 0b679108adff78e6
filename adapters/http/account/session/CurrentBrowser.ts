import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { Member } from "../../../../core/members/Member.ts"
import { makeDeviceToken } from "../../../../core/members/sessions/KnownDevice.ts"
import type { RequestingBrowser } from "../../../../core/members/sessions/StartSession.ts"
import { deviceCookie, readCookie, setCookie } from "./DashboardCookies.ts"
import { DashboardOptions } from "./DashboardOptions.ts"
import { baseUrlOf } from "./SameOrigin.ts"
import { browserAddress } from "./SessionAuth.ts"

/** Address and `User-Agent` of the current request's browser. */
export const currentBrowser = Effect.gen(function*() {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const browser: RequestingBrowser = { address: yield* browserAddress, userAgent: headers["user-agent"] ?? "" }
  return browser
})

/** Base URL at which the browser reaches this server, without a trailing slash. */
export const currentBaseUrl = Effect.gen(function*() {
  const { publicUrl } = yield* DashboardOptions
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  return baseUrlOf(publicUrl, headers["host"])
})

/** Device token that this browser received at its last sign-in; null without one. */
export const currentDeviceToken = Effect.gen(function*() {
  const { publicUrl } = yield* DashboardOptions
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  return readCookie(deviceCookie, headers["cookie"], publicUrl)
})

/** Marks this browser as a known device of the member. */
export const setDeviceCookie = Effect.fnUntraced(function*(member: Member) {
  yield* setCookie(deviceCookie, yield* makeDeviceToken(member), (yield* DashboardOptions).publicUrl)
})
