/**
 * Reports whether a browser resolves the spelling to the listed URL.
 *
 * Uses the runtime's URL parser. Ignores differences that resolvers and servers ignore: trailing dots of a name, an
 * empty query, and escapes of unreserved characters (RFC 3986 §6.2.2).
 */
export const isSamePlace = (listed: string, spelled: string): boolean => {
  const one = URL.parse(listed)
  const other = URL.parse(spelled)
  if (one === null || other === null || other.protocol !== one.protocol) return false
  return endless(one.hostname) === endless(other.hostname) && plain(one.pathname) === plain(other.pathname) &&
    plain(one.search) === plain(other.search)
}

const endless = (host: string): string => host.replace(/\.+$/, "")

const plain = (text: string): string =>
  text.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const char = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return /[A-Za-z0-9._~-]/.test(char) ? char : escape.toUpperCase()
  })
