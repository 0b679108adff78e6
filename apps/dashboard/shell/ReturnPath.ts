/** The sign-in, with where to go afterwards. */
export const signInPath = (path: string, search: string): string => {
  const target = search === "" ? path : `${path}?${search}`
  return target === "/" ? "/sign-in" : `/sign-in?to=${encodeURIComponent(target)}`
}

/** Where to go after the sign-in: a path of the dashboard and nothing else, whatever a link says. */
export const returnPath = (search: string): string => {
  const to = new URLSearchParams(search).get("to") ?? "/"
  return /^\/(?![/\\])[^\\]*$/.test(to) && !/^\/(?:sign-in|join)\b/.test(to) ? to : "/"
}
