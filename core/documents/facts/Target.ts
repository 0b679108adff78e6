/** Destination of an action, link or reference, derived from its text. */
export type Target =
  | { readonly kind: "web"; readonly url: URL }
  /** A target such as `\\host\share` or `file://host/share`. To open it, Windows authenticates to the host. */
  | { readonly kind: "share"; readonly host: string }
  /** An address with another scheme, for example `ms-msdt:` or `mailto:`. */
  | { readonly kind: "scheme"; readonly scheme: string; readonly rest: string }
  /** A path from the root of a volume. */
  | { readonly kind: "absolute path"; readonly path: string }
  | { readonly kind: "relative path"; readonly path: string }
  | { readonly kind: "nothing" }

export const targetOf = (raw: string | null): Target => {
  // Removes control characters and surrounding blanks, as Windows and browsers do. Some programs also decode percent
  // escapes in the scheme.
  const text = unescapeScheme((raw ?? "").replaceAll(/[\0-\x1f]/g, "").trim().replace(/^url:/i, ""))
  if (text === "") return { kind: "nothing" }
  const share = devicePath.exec(text) ?? uncPath.exec(text) ?? fileUrl.exec(text.replaceAll(/%5c|%2f/gi, "\\"))
  // `//c:/x` and `file://c:/x` name a drive. Programs on macOS and Linux write local paths with too many slashes.
  const host = share?.[1] ?? share?.[2] ?? null
  if (host !== null && !/^[a-z][:|]$|^[.?]$|^(?:Users|Volumes|home|private|tmp|Applications|Library)$/i.test(host)) {
    return { kind: "share", host }
  }
  if (/^[a-z][:|](?:[\\/]|$)/i.test(text) || /^[\\/]/.test(text) || /^file:/i.test(text)) {
    return { kind: "absolute path", path: text.replace(/^file:[\\/]*/i, "") }
  }
  const scheme = /^([a-z][a-z0-9+.-]{1,63}):/i.exec(text)
  if (scheme === null) return { kind: "relative path", path: text }
  const name = scheme[1]!.toLowerCase()
  if (/^(?:https?|ftps?|wss?)$/.test(name)) {
    const spelled = text.replaceAll("\\", "/")
    if (URL.canParse(spelled)) return { kind: "web", url: new URL(spelled) }
  }
  return { kind: "scheme", scheme: name, rest: text.slice(scheme[0].length) }
}

/** Pattern of `\\?\UNC\host\share` and similar paths (Microsoft, naming files, "Win32 device namespaces"). */
const devicePath =
  /^[\\/](?:[\\/][?.]|\?\?)[\\/]{1,9}(?:GLOBALROOT[\\/]{1,9}Device[\\/]{1,9}Mup|UNC)[\\/]{1,9}([^\\/?#]{1,255})[\\/]/i
/**
 * Pattern of `\\host\share` and `\\host`. Does not match `//host` without a path, which is usually a fragment of an
 * address.
 */
const uncPath = /^(?:[\\/]{2}([^\\/?#]{1,255})[\\/]|\\\\([^\\/?#]{1,255})$)/
const fileUrl = /^file:(?:[\\/]{4,5}|[\\/]{2})(?!localhost(?:[\\/]|$))([^\\/?#]{1,255})(?:[\\/]|$)/i

/** Decodes the escapes in the scheme of `%68ttp://…`, as Word does. */
const unescapeScheme = (text: string): string => {
  const head = text.slice(0, 64)
  if (!/^[a-z%0-9+.-]*%[0-9a-f]{2}/i.test(head)) return text
  const undone = head.replaceAll(
    /%([2-7][0-9a-f])/gi,
    (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))
  )
  return /^[a-z][a-z0-9+.-]*:/i.test(undone) ? undone + text.slice(64) : text
}

/** Shortens text to one line of at most 100 characters for use in a message. */
export const truncateToLine = (text: string): string => {
  const line = text.replaceAll(/[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+/g, " ").trim()
  return line.length <= shortLineCharsMax ? line : `${line.slice(0, shortLineCharsMax - 1)}…`
}

const shortLineCharsMax = 100

/** Reports whether a host is a local name (RFC 6762 with its appendix G, RFC 8375) or a private address (RFC 1918). */
export const isLocalHost = (host: string): boolean =>
  /^[^.:[\]@%]+$/.test(host) ||
  /^[\w.-]+\.(?:local|localdomain|lan|corp|internal|intranet|intra|home\.arpa)$/i.test(host) ||
  /^(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2})$/.test(host)

/** Reports whether a host is an IP address instead of a name. */
export const isBareAddress = (host: string): boolean => host.startsWith("[") || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)
