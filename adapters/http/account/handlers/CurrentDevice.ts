import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { Member } from "../../../../core/members/Member.ts"
import { makeDeviceToken } from "../../../../core/members/sessions/KnownDevice.ts"
import { DashboardOptions } from "../server/DashboardOptions.ts"
import { deviceCookie } from "../server/DeviceCookie.ts"
import { setCookie, valueIn } from "../server/OwnCookie.ts"

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
