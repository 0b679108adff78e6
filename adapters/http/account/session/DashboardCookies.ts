import { Effect } from "effect"
import { Cookies, HttpEffect, HttpServerResponse } from "effect/http"
import { deviceDaysMax, deviceTokenCharsMax } from "../../../../core/members/sessions/KnownDevice.ts"
import { sessionDaysMax } from "../../../../core/members/sessions/MemberSession.ts"

/**
 * Prefix of cookie names with HTTPS. The prefix keeps other hosts of the domain, and plain HTTP, from setting the
 * cookie (RFC 6265bis, 4.1.3.2).
 */
export const hostCookiePrefix = "__Host-"

export interface DashboardCookie {
  /** Name without `hostCookiePrefix`, which requires HTTPS. */
  readonly name: string
  /** Maximum age of the cookie in seconds (`Max-Age`). */
  readonly secondsMax: number
  /** Pattern that each valid cookie value matches. */
  readonly pattern: RegExp
  readonly charsMax: number
}

/** Reports whether the public address of this server uses HTTPS. */
export const usesHttps = (publicUrl: string | null): boolean => publicUrl?.startsWith("https:") === true

const nameOf = ({ name }: DashboardCookie, publicUrl: string | null): string =>
  usesHttps(publicUrl) ? `${hostCookiePrefix}${name}` : name

/**
 * Spaces and tabs around a name-value pair (RFC 6265, 4.2).
 *
 * Other whitespace must stay. Browsers protect only names that start with `hostCookiePrefix`. If a no-break space
 * before the prefix were removed, any host of the domain could set this cookie, even over plain HTTP.
 *
 * The lookbehind lets a match of trailing blanks start only at the first blank. Without it, thousands of blanks within
 * a pair would take quadratic time.
 */
const surroundingBlanks = /^[ \t]+|(?<![ \t])[ \t]+$/g

/**
 * Returns the cookie's value from a `Cookie` header, or null if the cookie is absent, invalid or duplicate.
 *
 * A duplicate was set by another host of the domain, or by another server on this machine. The two cookies cannot be
 * distinguished.
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
 * Sets the cookie in the response. Browsers send it only to this host, and not with POST requests from other sites
 * (`SameSite=Lax`).
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

/** Cookie that marks the browser as a known device of the member who signed in last. It remains after signing out. */
export const deviceCookie: DashboardCookie = {
  name: "gatehouse-device",
  secondsMax: deviceDaysMax * 24 * 60 * 60,
  pattern: /^[\w.-]+$/,
  charsMax: deviceTokenCharsMax
}

/** Cookie with the session token. The server ends sessions by its own clock, regardless of the cookie's age. */
export const sessionCookie: DashboardCookie = {
  name: "gatehouse",
  secondsMax: sessionDaysMax * 24 * 60 * 60,
  pattern: /^[\w-]+$/,
  // A session token has 43 characters.
  charsMax: 128
}
