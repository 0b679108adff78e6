/**
 * Returns the base URL of Gatehouse without a trailing slash.
 *
 * @param owner the start of the error message
 * @throws TypeError if it is not an http or https URL, or contains a password, which `fetch` rejects
 */
export const parseBaseUrl = (owner: string, baseUrl: string): string => {
  if (typeof baseUrl !== "string" || !URL.canParse(baseUrl)) throw new TypeError(`${owner}: baseUrl is not a URL`)
  const url = new URL(baseUrl)
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`${owner}: baseUrl is not an http or https URL`)
  if (url.username !== "" || url.password !== "") {
    throw new TypeError(`${owner}: baseUrl must not contain a password`)
  }
  return `${url.origin}${url.pathname.replace(/\/$/, "")}`
}
