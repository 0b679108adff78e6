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
  return /^\/(?![/\\])[^\\]*$/.test(to) && !/^\/(?:sign-in|join)\b/.test(to) ? to : "/"
}
