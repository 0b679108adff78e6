/**
 * Source of an expression that matches the rest of a tag after its name. A `>` in a quoted value does not end the tag
 * (HTML Standard, 13.2.5).
 */
export const restOfTag = /(?:=(?:\s{0,9}"[^"]*"|\s{0,9}'[^']*')?|[^<>=])*>?/.source

const attributePattern = /[\s"'/]([a-z][a-z0-9:-]{0,40})\s{0,9}=\s{0,9}(?:"([^"]*)"?|'([^']*)'?|([^\s"'>][^\s>]*))/gi

/** Returns the attributes of a tag, decoded, by lower-case name. If a name is repeated, the first value counts. */
export const attributesOf = (tag: string): ReadonlyMap<string, string> => {
  const attributes = new Map<string, string>()
  for (const [, name = "", double, single, bare] of tag.matchAll(attributePattern)) {
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, decodeReferences(double ?? single ?? bare ?? ""))
  }
  return attributes
}

/** Named references that are common, or that attackers use in addresses. */
const references: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", "\""],
  ["apos", "'"],
  ["nbsp", " "],
  ["colon", ":"],
  ["sol", "/"],
  ["period", "."],
  ["lpar", "("],
  ["rpar", ")"],
  ["tab", "\t"],
  ["newline", "\n"]
])

/** Decodes the character references of a text. Unknown names stay as they are. */
export const decodeReferences = (text: string): string =>
  !text.includes("&")
    ? text
    : text.replaceAll(/&(?:#(\d{1,7});?|#x([0-9a-f]{1,6});?|([a-z]{2,8});)/gi, (all, decimal, hex, name) => {
      if (name !== undefined) return references.get(String(name).toLowerCase()) ?? all
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : all
    })

/**
 * Completes an address without a scheme, such as `//cdn.example.com/a.png`, as browsers do for pages from the web. If
 * the host is not a public name, the address stays as it is, because Windows opens it as a network share.
 */
export const completeAddress = (address: string): string =>
  /^\/\/(?:[a-z0-9-]{1,63}\.){1,9}[a-z]{2,63}(?:[/:?#]|$)/i.test(address) ? `https:${address}` : address
