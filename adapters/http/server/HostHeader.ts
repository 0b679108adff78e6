import type { IncomingMessage } from "node:http"

/**
 * Reports whether a request names at most one host (RFC 9112 §3.2): two `Host` lines, or a value that is no host, could
 * mean one host to a proxy and another one here. Node itself refuses HTTP/1.1 requests without the header, and drops all
 * `Host` lines but the first from `headers`.
 */
export const hasPlainHost = ({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length !== 4 || name.toLowerCase() !== "host") continue
    if (++hosts > 1 || notInHost.test(rawHeaders[at + 1]!)) return false
  }
  return true
}

/** RFC 3986 §3.2: what ends an authority, separates user information from it, or never stands in it. */
const notInHost = /[\s,/?#@\\]/
