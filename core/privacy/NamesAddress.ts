import { folded } from "../history/RequestQuery.ts"

/** A sign that an address could begin earlier with; those that also part the pieces of a URL or of a sentence do not count. */
const goesBefore = /[a-z0-9.!#$%*+^_`{|}~-]/
/** What makes its domain another one. */
const goesOn = /^(?:[a-z0-9-]|\.[a-z0-9])/

/** Where a text first holds this address as a whole: `joann@example.com` does not hold `ann@example.com`. -1 where it does not. */
export const addressIn = (text: string, address: string): number => {
  const [within, wanted] = [folded(text), folded(address)]
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    if (!goesBefore.test(within.slice(Math.max(0, at - 1), at)) && !goesOn.test(within.slice(end, end + 2))) return at
  }
  return -1
}

export const namesAddress = (text: string | null, address: string): boolean =>
  text !== null && addressIn(text, address) >= 0

/** A URL as it reads, and where each character of that stands in it as it was written. */
interface Reading {
  readonly text: string
  readonly starts: ReadonlyArray<number>
  readonly ends: ReadonlyArray<number>
}

/** A byte as RFC 3986, section 2.1 writes it, escaped however often. */
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

/** Bytes of the character that begins with this one (RFC 3629, section 3). */
const bytesOf = (first: number): number => first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4

const utf8 = new TextDecoder()

const readingOf = (url: string): Reading => {
  const [starts, ends]: [Array<number>, Array<number>] = [[], []]
  let text = ""
  for (let at = 0; at < url.length;) {
    let end = at + 1
    // What begins a fragment is no part of what stands in it, as it could be of an address.
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

/** Whether a URL, or a text with one in it, holds this address, escaped or not: `?mail=ann%40example.com`. */
export const urlNamesAddress = (url: string, address: string): boolean =>
  anyAt.test(url) && addressIn(readingOf(url).text, address) >= 0

/** Most URLs need not be read. */
const anyAt = /@|%(?:25)*40/

/**
 * The same with a mark in the place of the address, wherever it stands. Where its domain is the host of the URL only what stands before
 * the `@` gives way: `https://ann@example.com/` leads to `example.com`, whoever is named before it.
 */
export const urlWithoutAddress = (url: string, address: string, mark: string): string => {
  let rest = url
  for (let from = 0;;) {
    const { ends, starts, text } = readingOf(rest)
    const found = addressIn(text.slice(from), address)
    if (found < 0) return rest
    const at = from + found
    const isHost = /^[a-z][a-z0-9+.-]*:[\\/]*$/i.test(text.slice(0, at))
    const last = at + (isHost ? address.lastIndexOf("@") : address.length) - 1
    rest = rest.slice(0, starts[at]) + mark + rest.slice(ends[last])
    from = at + mark.length
  }
}
