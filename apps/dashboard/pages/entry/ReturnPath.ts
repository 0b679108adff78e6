/**
 * Returns the path of the sign-in page. Its query contains the page to return to, and whether the session has ended.
 */
export const signInPath = (path: string, search: string, hasEnded = false): string => {
  const target = search === "" ? path : `${path}?${search}`
  const parameters = [...target === "/" ? [] : [`to=${encodeURIComponent(target)}`], ...hasEnded ? ["ended=1"] : []]
  return parameters.length === 0 ? "/sign-in" : `/sign-in?${parameters.join("&")}`
}

export const hasSessionEnded = (search: string): boolean => new URLSearchParams(search).has("ended")

/**
 * Returns the path to open after sign-in. Accepts only paths within the dashboard, so that a link cannot redirect
 * elsewhere.
 */
export const returnPath = (search: string): string => {
  const to = new URLSearchParams(search).get("to") ?? "/"
  return isWithinDashboard(to) ? to : "/"
}

/** Base URL for resolving paths of the dashboard. The host name is reserved (RFC 2606). */
const dashboardUrl = new URL("https://dashboard.invalid/dashboard/")

/**
 * Reports whether a path stays within the dashboard when a browser resolves it. Browsers remove tabs and line breaks,
 * treat a backslash as a slash, and go up a level at `..` and `%2e%2e`. Rejects two slashes in a row, which could be
 * read as the start of a host name.
 */
const isWithinDashboard = (to: string): boolean => {
  if (!/^\/(?!\/)[^\p{Cc}\\]*$/u.test(to)) return false
  const { pathname } = new URL(`${dashboardUrl.href.slice(0, -1)}${to}`)
  return pathname.startsWith(dashboardUrl.pathname) && !pathname.includes("//") &&
    !/^(?:sign-in|join)\b/i.test(pathname.slice(dashboardUrl.pathname.length))
}
