export type XmlEntityKind = "external" | "expansion" | "internal"

/** Maximum characters read of a document type declaration. */
export const doctypeCharsMax = 64 * 1024
/** Maximum characters of an ordinary entity. A longer entity is meant for repeated expansion. */
export const entityCharsMax = 1_024

/**
 * Returns the most severe kind of entity in a document type declaration (XML 1.0, 2.8). Null if the declaration
 * contains nothing that readers fetch or expand. For example, manifests of old office programs only name a DTD.
 */
export const worstEntityKind = (doctype: string): XmlEntityKind | null => {
  const text = doctype.slice(0, doctypeCharsMax)
  const subset = text.indexOf("[")
  const found = new Set<XmlEntityKind>()
  if (isRemoteDtd(subset < 0 ? text : text.slice(0, subset))) found.add("external")
  for (const [, value, system] of text.matchAll(declaration)) {
    if (system !== undefined) found.add("external")
    else {found.add(
        value !== undefined && (value.length > entityCharsMax || entityReference.test(value)) ? "expansion" : "internal"
      )}
  }
  return (["external", "expansion", "internal"] as const).find((entity) => found.has(entity)) ?? null
}

/** Entity declaration, such as `<!ENTITY name "text">` or `<!ENTITY % name SYSTEM "address">` (XML 1.0, 4.2). */
const declaration = /<!ENTITY\s(?:\s|%\s)*[^\s%"'<>]+\s+(?:["']([^"'<]*)|(SYSTEM|PUBLIC)\s)?/g
const entityReference = /[&%][\w.:-]+;/

/** Reports whether the DTD has a remote address. Addresses of the W3C do not count, because they are never fetched. */
const isRemoteDtd = (head: string): boolean => {
  const target = /(?:SYSTEM|PUBLIC\s+(?:"[^"]*"|'[^']*'))\s+["']([^"']*)/.exec(head)?.[1]?.trim() ?? ""
  return /^(?:[a-z][a-z0-9+.-]+:|\\\\|\/\/)/i.test(target) && !/^https?:\/\/(?:www\.)?w3\.org\//i.test(target)
}

const named = [["&amp;", "&"], ["&lt;", "<"], ["&gt;", ">"], ["&quot;", "\""], ["&apos;", "'"]] as const

/** Numeric character reference, with enough digits for the largest code point and some leading zeros. */
const characterReference = /&#(?:([0-9]{1,8})|x([0-9A-Fa-f]{1,7}));/y

/** Resolves character references and predefined entities (XML 1.0, 4.1, 4.6); null if there is another reference. */
export const resolveReferences = (text: string): string | null => {
  let resolved = ""
  let from = 0
  characterReference.lastIndex = 0
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", from)) {
    const short = text.charCodeAt(at + 1) === 0x23 ? undefined : named.find(([written]) => text.startsWith(written, at))
    if (short !== undefined) {
      resolved += text.slice(from, at) + short[1]
      from = at + short[0].length
      continue
    }
    characterReference.lastIndex = at
    const found = characterReference.exec(text)
    if (found === null) return null
    const [all, decimal, hex] = found
    const character = characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
    if (character === undefined) return null
    resolved += text.slice(from, at) + character
    from = at + all.length
  }
  return resolved + text.slice(from)
}

/** Returns the character with a code; undefined if XML does not allow the character (XML 1.0, 2.2). */
const characterOf = (code: number): string | undefined => {
  const isCharacter = code === 0x09 || code === 0x0a || code === 0x0d || code >= 0x20 && code < 0xd800 ||
    code >= 0xe000 && code < 0xfffe || code >= 0x10000 && code <= 0x10ffff
  return isCharacter ? String.fromCodePoint(code) : undefined
}
