import { Effect } from "effect"
import { Cookies, HttpEffect, HttpServerResponse } from "effect/http"
import { deviceDaysMax, deviceTokenCharsMax } from "../../../../core/members/sessions/KnownDevice.ts"
import { sessionDaysMax } from "../../../../core/members/sessions/MemberSession.ts"

/** Behind https the prefix keeps other hosts of the same domain, and plain http, from setting it (RFC 6265bis, 4.1.3.2). */
export const securedPrefix = "__Host-"

/** A cookie of this server. */
export interface OwnCookie {
  /** Without https; a browser takes no `Secure` cookie then, and so no prefix. */
  readonly name: string
  /** What `Max-Age` says. */
  readonly secondsMax: number
  /** All that its values are made of. */
  readonly form: RegExp
  readonly charsMax: number
}

/** Whether browsers reach this server by https, as its public address says. */
export const isSecured = (publicUrl: string | null): boolean => publicUrl?.startsWith("https:") === true

const nameOf = ({ name }: OwnCookie, publicUrl: string | null): string =>
  isSecured(publicUrl) ? `${securedPrefix}${name}` : name

/**
 * Blanks around a pair (RFC 6265, 4.2). No other space: to a browser a name behind a no-break space is another name, which has no prefix
 * and can be set for the whole domain, and over plain http. The search for the last blanks begins at the first of them only: from each
 * of thousands of blanks within a pair it would take the square of their number.
 */
const around = /^[ \t]+|(?<![ \t])[ \t]+$/g

/**
 * The value in a `Cookie` header, null without one. A cookie that stands twice is nobody's: another host of the domain, or
 * another server on this machine, has set one beside ours, and nothing tells which is which.
 */
export const valueIn = (cookie: OwnCookie, header: string | undefined, publicUrl: string | null): string | null => {
  const start = `${nameOf(cookie, publicUrl)}=`
  const pairs = (header ?? "").split(";").map((pair) => pair.replace(around, ""))
  const [own, other] = pairs.filter((pair) => pair.startsWith(start))
  if (own === undefined || other !== undefined) return null
  const value = own.slice(start.length)
  return value.length <= cookie.charsMax && cookie.form.test(value) ? value : null
}

/**
 * With the answer of this request. No `Domain`: of this host alone. Lax: links from elsewhere lead in, and nothing that another page posts
 * carries it.
 */
export const setCookie = (cookie: OwnCookie, value: string, publicUrl: string | null) =>
  withCookie(cookie, value, cookie.secondsMax, publicUrl)

export const clearCookie = (cookie: OwnCookie, publicUrl: string | null) => withCookie(cookie, "", 0, publicUrl)

const withCookie = (cookie: OwnCookie, value: string, seconds: number, publicUrl: string | null) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      HttpServerResponse.updateCookies(response, Cookies.setCookie(cookieOf(cookie, value, seconds, publicUrl)))
    )
  )

/** As it is handed to the browser; its value has the form that is declared. */
export const cookieOf = (cookie: OwnCookie, value: string, seconds: number, publicUrl: string | null): Cookies.Cookie =>
  Cookies.makeCookieUnsafe(nameOf(cookie, publicUrl), value, {
    maxAge: `${seconds} seconds`,
    path: "/",
    httpOnly: true,
    secure: isSecured(publicUrl),
    sameSite: "lax"
  })

/** Says that a member has signed in with this browser before: it stays when they sign out. Of several, the last one. */
export const deviceCookie: OwnCookie = {
  name: "gatehouse-device",
  secondsMax: deviceDaysMax * 24 * 60 * 60,
  form: /^[\w.-]+$/,
  charsMax: deviceTokenCharsMax
}

/** Says who is signed in. The server ends a session by its own clock. */
export const sessionCookie: OwnCookie = {
  name: "gatehouse",
  secondsMax: sessionDaysMax * 24 * 60 * 60,
  form: /^[\w-]+$/,
  // A token has half of it.
  charsMax: 128
}
