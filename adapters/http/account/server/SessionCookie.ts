import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { sessionDaysMax } from "../../../../core/members/MemberSession.ts"

/** Behind https the prefix keeps other hosts of the same domain, and plain http, from setting it (RFC 6265bis, 4.1.3.2). */
export const securedName = "__Host-gatehouse"
/** Without https a browser takes no `Secure` cookie, and so no prefix. */
export const plainName = "gatehouse"
/** What `Max-Age` says, in seconds; the server ends a session by its own clock. */
export const cookieSecondsMax = sessionDaysMax * 24 * 60 * 60
/** A token has half of it. */
export const tokenCharsMax = 128

/** Whether browsers reach this server by https, as its public address says. */
export const isSecured = (publicUrl: string | null): boolean => publicUrl?.startsWith("https:") === true

/** No `Domain`: of this host alone. Lax: links from elsewhere lead in, and nothing that another page posts carries it. */
export const cookieText = (token: string, secondsMax: number, isSecure: boolean): string =>
  [
    `${isSecure ? securedName : plainName}=${token}`,
    "Path=/",
    `Max-Age=${secondsMax}`,
    "HttpOnly",
    "SameSite=Lax",
    ...isSecure ? ["Secure"] : []
  ].join("; ")

/**
 * The token in a `Cookie` header, null without one. A cookie that stands twice is nobody's: another host of the domain, or
 * another server on this machine, has set one beside ours, and nothing tells which is which.
 */
export const tokenIn = (header: string | undefined, isSecure: boolean): string | null => {
  const start = `${isSecure ? securedName : plainName}=`
  const own = (header ?? "").split(";").map((pair) => pair.trim()).filter((pair) => pair.startsWith(start))
  const token = own.length === 1 ? own[0]!.slice(start.length) : ""
  return token.length <= tokenCharsMax && /^[\w-]+$/.test(token) ? token : null
}

/** With the answer of this request. */
export const setSessionCookie = (token: string, publicUrl: string | null) =>
  withCookie(cookieText(token, cookieSecondsMax, isSecured(publicUrl)))

export const clearSessionCookie = (publicUrl: string | null) => withCookie(cookieText("", 0, isSecured(publicUrl)))

const withCookie = (text: string) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "set-cookie", text))
  )
