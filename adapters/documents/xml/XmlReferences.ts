const named = [["&amp;", "&"], ["&lt;", "<"], ["&gt;", ">"], ["&quot;", "\""], ["&apos;", "'"]] as const

/** Digits of a number that no character is beyond, with some zeros. */
const reference = /&#(?:([0-9]{1,8})|x([0-9A-Fa-f]{1,7}));/y

/**
 * A text with characters in the place of its references (XML 1.0, 4.1 and 4.6); null where one of them is to anything but a
 * character.
 */
export const withoutReferences = (text: string): string | null => {
  let resolved = ""
  let from = 0
  reference.lastIndex = 0
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", from)) {
    const short = text.charCodeAt(at + 1) === 0x23 ? undefined : named.find(([written]) => text.startsWith(written, at))
    if (short !== undefined) {
      resolved += text.slice(from, at) + short[1]
      from = at + short[0].length
      continue
    }
    reference.lastIndex = at
    const found = reference.exec(text)
    if (found === null) return null
    const [all, decimal, hex] = found
    const character = characterOf(decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal))
    if (character === undefined) return null
    resolved += text.slice(from, at) + character
    from = at + all.length
  }
  return resolved + text.slice(from)
}

/** Undefined: XML has no such character (XML 1.0, 2.2). */
const characterOf = (code: number): string | undefined => {
  const isCharacter = code === 0x09 || code === 0x0a || code === 0x0d || code >= 0x20 && code < 0xd800 ||
    code >= 0xe000 && code < 0xfffe || code >= 0x10000 && code <= 0x10ffff
  return isCharacter ? String.fromCodePoint(code) : undefined
}
