import { trimEnd } from "../../kernel/TrimEnd.ts"

/** Maximum number of last labels that may be words after an address, as in `example.com.Thanks`. */
const wordsBehindMax = 8

const dots = /[.\u3002\uff0e\uff61]/

/**
 * Returns the host name at the start of a name with trailing text. Examples are `example.com-and`, `example.com_`,
 * `example.com.Thanks`, and trailing letters of another script. Returns null if no part has a known ending.
 *
 * @param isEnding reports whether a lower-case label is a top-level domain
 */
export const findLeadingHostName = (name: string, isEnding: (label: string) => boolean): string | null => {
  const labels = name.split(dots)
  for (let at = labels.length - 1; at >= Math.max(1, labels.length - wordsBehindMax); at--) {
    const ending = endingsIn(labels[at]!).find((each) => isEnding(each.toLowerCase()))
    if (ending !== undefined && labels[at - 1] !== "") return [...labels.slice(0, at), ending].join(".")
  }
  return null
}

const endingsIn = (label: string): ReadonlyArray<string> =>
  wordPattern.test(label)
    ? [label]
    : [withoutDashes(label), ...label.match(/^[\p{L}\p{M}\p{N}]*/u) ?? [], ...label.match(/^[a-z0-9]*/i) ?? []]

const withoutDashes = (label: string): string => trimEnd(label, (sign) => sign === "-" || sign === "_")

/**
 * Matches a label with only ASCII letters and digits, or only other characters. If such a label is not an ending, none
 * of its parts is an ending.
 */
export const wordPattern = /^(?:[a-z0-9]+|[^\x00-\xbf]+)$/i

/** Returns the part of a link with a scheme before its path. */
export const linkAuthorityOf = (address: string): string => /^https?:[/\\]*([^/\\?#]*)/i.exec(address)?.[1] ?? ""

const hostSigns = /^[\p{L}\p{M}\p{N}._\u3002\uff0e\uff61-]+/u
const asciiHostSigns = /^[a-z0-9._-]+/i

/** Returns candidates for the host at the start of an authority, most likely first. */
export const leadingHostCandidates = (authority: string): ReadonlyArray<string> => {
  const bare = trimEnd(authority, (sign) => sign === "@")
  const parts = [bare.slice(bare.lastIndexOf("@") + 1), bare]
  return parts.flatMap((part) =>
    [/^\[[0-9a-f:.]{2,45}\]/i, hostSigns, asciiHostSigns].flatMap((signs) => signs.exec(part)?.[0] ?? [])
  )
}

/**
 * Reports whether a character can be part of a host: letters, digits, hyphens and underscores. Letters of Chinese,
 * Japanese, Korean and Thai end a host, because these scripts have no space around an address.
 */
export const isHostCharacter = (code: number): boolean =>
  code < 0x80
    ? code >= 0x61 && code <= 0x7a || code >= 0x30 && code <= 0x39 || code >= 0x41 && code <= 0x5a || code === 0x2d ||
      code === 0x5f
    : code >= 0xc0 && code <= 0x6ff && code !== 0xd7 && code !== 0xf7

/**
 * Character class of the characters that end an address. They are spaces, quotes, brackets and full-width punctuation.
 */
export const addressEndCharacters =
  "\\s<>\"'`{}|^\\[\\]\\u00a0\\u3000-\\u303f\\uff01\\uff08\\uff09\\uff0c\\uff1a\\uff1b\\uff1f"
