import { deviceDaysMax, deviceTokenCharsMax } from "../../../../core/members/sessions/KnownDevice.ts"
import type { OwnCookie } from "./OwnCookie.ts"

/** Says that a member has signed in with this browser before: it stays when they sign out. Of several, the last one. */
export const deviceCookie: OwnCookie = {
  name: "gatehouse-device",
  secondsMax: deviceDaysMax * 24 * 60 * 60,
  form: /^[\w.-]+$/,
  charsMax: deviceTokenCharsMax
}
