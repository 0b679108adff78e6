import { sessionDaysMax } from "../../../../core/members/sessions/MemberSession.ts"
import type { OwnCookie } from "./OwnCookie.ts"

/** Says who is signed in. The server ends a session by its own clock. */
export const sessionCookie: OwnCookie = {
  name: "gatehouse",
  secondsMax: sessionDaysMax * 24 * 60 * 60,
  form: /^[\w-]+$/,
  // A token has half of it.
  charsMax: 128
}
