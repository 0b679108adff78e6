/** Longest `Origin` and `Host` that are looked at: a name of DNS has 253 characters. */
export const originCharsMax = 300

/** Names of hosts, and addresses; with a port. What a browser sends is of these. */
const hostPattern = /^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Under which base a browser has called this server: the public one, or what its `Host` says. Nothing is decided by it: it
 * stands in links that go back to the very browser.
 */
export const baseUrlOf = (publicUrl: string | null, host: string | undefined): string =>
  publicUrl ?? originOfHost("http:", host) ?? "http://localhost"

/**
 * Whether `Origin` names this server: its public address, or the `Host` under which this request came. Where a public
 * address is known, another name in `Host` does not count: the owner of a name can point it at any server (DNS rebinding).
 * Addresses and `localhost` cannot be pointed, so that a tunnel works beside.
 */
export const isOwnOrigin = (origin: string, host: string | undefined, publicUrl: string | null): boolean => {
  if (origin.length > originCharsMax || !URL.canParse(origin)) return false
  const url = new URL(origin)
  if (!/^https?:$/.test(url.protocol)) return false
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true
  return origin === originOfHost(url.protocol, host) && (publicUrl === null || isFixed(url.hostname))
}

const originOfHost = (protocol: string, host: string | undefined): string | null =>
  host !== undefined && hostPattern.test(host) && URL.canParse(`${protocol}//${host}/`)
    ? new URL(`${protocol}//${host}/`).origin
    : null

/** What no record of DNS leads elsewhere. */
const isFixed = (hostname: string): boolean =>
  hostname === "localhost" || hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)
