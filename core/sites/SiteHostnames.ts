import { Effect, Schema } from "effect"
import { isIpAddress } from "../kernel/networks/IpAddress.ts"
import { hostnamesMax } from "./Site.ts"

export class InvalidHostname extends Schema.TaggedError<InvalidHostname>()("InvalidHostname", {
  message: Schema.String
}) {}

/** Maximum characters of a host name in text form (RFC 1035, section 2.3.4). */
const hostnameCharsMax = 253
const wildcardPrefix = "*."

/** Returns the canonical host names of a site, without duplicates. */
export const canonicalHostnames = (
  texts: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<string>, InvalidHostname> =>
  texts.length === 0 || texts.length > hostnamesMax
    ? Effect.fail(new InvalidHostname({ message: `A site needs 1 to ${hostnamesMax} host names.` }))
    : Effect.map(Effect.forEach(texts, canonicalHostname), (hostnames) => [...new Set(hostnames)])

/**
 * Returns a host name in lower case and ASCII (UTS 46, as in the URL standard), without port and path. `*.example.com`
 * covers every name below example.com, but not example.com. IPv6 addresses are in brackets.
 */
const canonicalHostname = (text: string): Effect.Effect<string, InvalidHostname> => {
  const trimmed = text.trim().replace(/\.$/, "")
  const isWild = trimmed.startsWith(wildcardPrefix)
  const host = hostOf(isWild ? trimmed.slice(wildcardPrefix.length) : trimmed)
  if (host === null) {
    return invalid(`${JSON.stringify(text)} is not a host name, such as www.example.com or *.example.com.`)
  }
  if (!isWild) return Effect.succeed(host)
  return host.includes(".") && !isIpAddress(host) && host.length + wildcardPrefix.length <= hostnameCharsMax
    ? Effect.succeed(wildcardPrefix + host)
    : invalid(
      `${JSON.stringify(text)} covers too much. Use *. with a domain of at least two parts, such as *.example.com.`
    )
}

const hostOf = (text: string): string | null => {
  const inside = /^\[(.*)\]$/.exec(text)?.[1] ?? text
  if (inside.includes(":")) return isIpAddress(inside) ? new URL(`http://[${inside}]/`).hostname : null
  const address = `http://${text}/`
  // The URL parser drops tabs and line breaks and decodes percent signs. Host names must not contain these characters.
  const host = /[\s/?#@%\\]/.test(text) || !URL.canParse(address) ? "" : new URL(address).hostname
  return /^[a-z0-9_.-]+$/.test(host) && host.length <= hostnameCharsMax ? host : null
}

const invalid = (message: string) => Effect.fail(new InvalidHostname({ message }))
