/** The sign-in, with where to go afterwards, and whether somebody was in the middle of something when their session ended. */
export const signInPath = (path: string, search: string, hasEnded = false): string => {
  const target = search === "" ? path : `${path}?${search}`
  const told = [...target === "/" ? [] : [`to=${encodeURIComponent(target)}`], ...hasEnded ? ["ended=1"] : []]
  return told.length === 0 ? "/sign-in" : `/sign-in?${told.join("&")}`
}

export const hasSessionEnded = (search: string): boolean => new URLSearchParams(search).has("ended")

/** Where to go after the sign-in: a path of the dashboard and nothing else, whatever a link says. */
export const returnPath = (search: string): string => {
  const to = new URLSearchParams(search).get("to") ?? "/"
  return isInside(to) ? to : "/"
}

/** Where the pages of the dashboard lie; the host is nobody's (RFC 2606). */
const above = new URL("https://dashboard.invalid/dashboard/")

/**
 * By what a browser makes of it: that drops tabs and line breaks, takes a backslash for a slash, and walks up at `..` and `%2e%2e`. Of
 * what is left two slashes in a row could be taken for the beginning of a host.
 */
const isInside = (to: string): boolean => {
  if (!/^\/(?!\/)[^\p{Cc}\\]*$/u.test(to)) return false
  const { pathname } = new URL(`${above.href.slice(0, -1)}${to}`)
  return pathname.startsWith(above.pathname) && !pathname.includes("//") &&
    !/^(?:sign-in|join)\b/i.test(pathname.slice(above.pathname.length))
}
