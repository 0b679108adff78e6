let token: string | undefined

/** Of a link, from the fragment, which is sent nowhere; then it goes from the address bar and the history too. */
export const takeToken = (): string => {
  if (location.hash.length > 1) {
    token = decodeURIComponent(location.hash.slice(1).replace(/%(?![\da-f]{2})/gi, "%25"))
    history.replaceState(null, "", location.pathname)
  }
  return token ?? ""
}
