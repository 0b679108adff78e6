import { Effect } from "effect"
import { Cookies, HttpEffect, HttpServerResponse } from "effect/http"
import { deviceDaysMax, deviceTokenCharsMax } from "../../../../core/members/sessions/KnownDevice.ts"
import { sessionDaysMax } from "../../../../core/members/sessions/MemberSession.ts"

/** With HTTPS, this prefix prevents other hosts of the domain and plain HTTP from setting the cookie (RFC 6265bis, 4.1.3.2). */
export const hostCookiePrefix = "__Host-"

export interface DashboardCookie {
  /** Name without HTTPS. Browsers accept no `Secure` cookie over plain HTTP, and therefore no prefix. */
  readonly name: string
  /** Value of `Max-Age`. */
  readonly secondsMax: number
  /** Pattern that every valid value matches. */
  readonly pattern: RegExp
  readonly charsMax: number
}

/** Reports whether the public address of this server uses HTTPS. */
export const usesHttps = (publicUrl: string | null): boolean => publicUrl?.startsWith("https:") === true

const nameOf = ({ name }: DashboardCookie, publicUrl: string | null): string =>
  usesHttps(publicUrl) ? `${hostCookiePrefix}${name}` : name

/**
 * Spaces and tabs around a pair (RFC 6265, 4.2), and no other whitespace: to a browser, a name after a no-break space is another name,
 * which can be set without the prefix, for the whole domain and over plain HTTP. The lookbehind starts the match of trailing blanks only at
 * the first of them; otherwise thousands of blanks within a pair would take quadratic time.
 */
const surroundingBlanks = /^[ \t]+|(?<![ \t])[ \t]+$/g

/**
 * Returns the cookie's value from a `Cookie` header, or null. A duplicate cookie counts as absent: another host of the domain or another
 * server on this machine has set one, and the two cannot be distinguished.
 */
export const readCookie = (
  cookie: DashboardCookie,
  header: string | undefined,
  publicUrl: string | null
): string | null => {
  const start = `${nameOf(cookie, publicUrl)}=`
  const pairs = (header ?? "").split(";").map((pair) => pair.replace(surroundingBlanks, ""))
  const [own, other] = pairs.filter((pair) => pair.startsWith(start))
  if (own === undefined || other !== undefined) return null
  const value = own.slice(start.length)
  return value.length <= cookie.charsMax && cookie.pattern.test(value) ? value : null
}

/**
 * Sets the cookie with the response. Without `Domain` it applies to this host only. `Lax` allows links from other sites and excludes their
 * POST requests.
 */
export const setCookie = (cookie: DashboardCookie, value: string, publicUrl: string | null) =>
  withCookie(cookie, value, cookie.secondsMax, publicUrl)

export const clearCookie = (cookie: DashboardCookie, publicUrl: string | null) => withCookie(cookie, "", 0, publicUrl)

const withCookie = (cookie: DashboardCookie, value: string, seconds: number, publicUrl: string | null) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      HttpServerResponse.updateCookies(response, Cookies.setCookie(buildCookie(cookie, value, seconds, publicUrl)))
    )
  )

/** Builds the cookie for the browser. The value must match the declared pattern. */
export const buildCookie = (
  cookie: DashboardCookie,
  value: string,
  seconds: number,
  publicUrl: string | null
): Cookies.Cookie =>
  Cookies.makeCookieUnsafe(nameOf(cookie, publicUrl), value, {
    maxAge: `${seconds} seconds`,
    path: "/",
    httpOnly: true,
    secure: usesHttps(publicUrl),
    sameSite: "lax"
  })

/** Records that members have signed in with this browser. It survives signing out; with several members, it identifies the last one. */
export const deviceCookie: DashboardCookie = {
  name: "gatehouse-device",
  secondsMax: deviceDaysMax * 24 * 60 * 60,
  pattern: /^[\w.-]+$/,
  charsMax: deviceTokenCharsMax
}

/** Contains the session token. The server ends sessions by its own clock. */
export const sessionCookie: DashboardCookie = {
  name: "gatehouse",
  secondsMax: sessionDaysMax * 24 * 60 * 60,
  pattern: /^[\w-]+$/,
  // A token has half this length.
  charsMax: 128
}
