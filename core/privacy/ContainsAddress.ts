import { foldCase } from "../history/RequestQuery.ts"

/**
 * Matches a character before an address that makes it part of a longer address. Separators of URLs and sentences do not
 * match.
 */
const addressCharacter = /[a-z0-9.!#$%*+^_`{|}~-]/
/** Matches text after an address that makes its domain a different one. */
const domainContinues = /^(?:[a-z0-9-]|\.[a-z0-9])/

/**
 * Returns the index of the first whole occurrence of an email address, or -1. `joann@example.com` does not contain
 * `ann@example.com`.
 */
export const indexOfAddress = (text: string, address: string): number => {
  const [within, wanted] = [foldCase(text), foldCase(address)]
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    if (
      !addressCharacter.test(within.slice(Math.max(0, at - 1), at)) && !domainContinues.test(within.slice(end, end + 2))
    ) return at
  }
  return -1
}

export const containsAddress = (text: string | null, address: string): boolean =>
  text !== null && indexOfAddress(text, address) >= 0

/** Decoded URL, with the range of each decoded character in the original text. */
interface DecodedUrl {
  readonly text: string
  readonly starts: ReadonlyArray<number>
  readonly ends: ReadonlyArray<number>
}

/** Matches a percent-encoded byte (RFC 3986, section 2.1). The byte may be encoded several times. */
const escaped = /%(?:25)*([0-9a-f]{2})/iy

interface Byte {
  readonly value: number
  readonly end: number
}

const byteAt = (url: string, at: number): Byte | null => {
  escaped.lastIndex = at
  const digits = escaped.exec(url)?.[1]
  return digits === undefined ? null : { value: Number.parseInt(digits, 16), end: escaped.lastIndex }
}

/** Returns the length of a UTF-8 sequence by its first byte (RFC 3629, section 3). */
const bytesOf = (first: number): number => first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4

const utf8 = new TextDecoder()

const decodeUrl = (url: string): DecodedUrl => {
  const [starts, ends]: [Array<number>, Array<number>] = [[], []]
  let text = ""
  for (let at = 0; at < url.length;) {
    let end = at + 1
    // Treats `#` as a separator, because it starts the fragment of a URL, although it can also be part of an email
    // address.
    let character = url[at] === "#" ? "/" : url.charAt(at)
    const first = character === "%" ? byteAt(url, at) : null
    if (first !== null) {
      const bytes = [first.value]
      end = first.end
      while (bytes.length < bytesOf(first.value)) {
        const next = byteAt(url, end)
        if (next === null) break
        bytes.push(next.value)
        end = next.end
      }
      character = utf8.decode(Uint8Array.from(bytes))
    }
    for (let unit = 0; unit < character.length; unit++) {
      starts.push(at)
      ends.push(end)
    }
    text += character
    at = end
  }
  return { text, starts, ends }
}

/**
 * Reports whether a URL, or a text that contains a URL, contains an email address, encoded or not:
 * `?mail=ann%40example.com`.
 */
export const urlContainsAddress = (url: string, address: string): boolean =>
  possibleAtSign.test(url) && indexOfAddress(decodeUrl(url).text, address) >= 0

/** Matches a possible at sign, encoded or not. This quick check avoids decoding most URLs. */
const possibleAtSign = /@|%(?:25)*40/

/**
 * Replaces every occurrence of an email address in a URL with a mark. If the address's domain is the host of the URL,
 * only the part before `@` is replaced: `https://ann@example.com/` leads to `example.com`.
 */
export const replaceAddressInUrl = (url: string, address: string, mark: string): string => {
  let rest = url
  for (let from = 0;;) {
    const { ends, starts, text } = decodeUrl(rest)
    const found = indexOfAddress(text.slice(from), address)
    if (found < 0) return rest
    const at = from + found
    const isHost = /^[a-z][a-z0-9+.-]*:[\\/]*$/i.test(text.slice(0, at))
    const last = at + (isHost ? address.lastIndexOf("@") : address.length) - 1
    rest = rest.slice(0, starts[at]) + mark + rest.slice(ends[last])
    from = at + mark.length
  }
}
