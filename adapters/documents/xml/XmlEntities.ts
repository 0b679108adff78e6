export type XmlEntity = "external" | "expansion" | "internal"

/** Characters of a document type declaration that are looked at. */
export const doctypeCharsMax = 64 * 1024
/** An entity whose text is longer than this is made to be repeated. */
export const entityCharsMax = 1_024

/**
 * The worst of what a document type declaration (XML 1.0, 2.8) declares; null where it declares nothing that any reader would
 * fetch or expand, as in the manifests of old office programs, which only name a DTD.
 */
export const entityOf = (doctype: string): XmlEntity | null => {
  const text = doctype.slice(0, doctypeCharsMax)
  const subset = text.indexOf("[")
  const found = new Set<XmlEntity>()
  if (isElsewhere(subset < 0 ? text : text.slice(0, subset))) found.add("external")
  for (const [, value, system] of text.matchAll(declaration)) {
    if (system !== undefined) found.add("external")
    else {found.add(
        value !== undefined && (value.length > entityCharsMax || reference.test(value)) ? "expansion" : "internal"
      )}
  }
  return (["external", "expansion", "internal"] as const).find((entity) => found.has(entity)) ?? null
}

/** `<!ENTITY name "text">`, `<!ENTITY % name SYSTEM "address">` (XML 1.0, 4.2). */
const declaration = /<!ENTITY\s(?:\s|%\s)*[^\s%"'<>]+\s+(?:["']([^"'<]*)|(SYSTEM|PUBLIC)\s)?/g
const reference = /[&%][\w.:-]+;/

/** A DTD at an address of its own; those of the W3C stand in every SVG drawing and are never fetched. */
const isElsewhere = (head: string): boolean => {
  const target = /(?:SYSTEM|PUBLIC\s+(?:"[^"]*"|'[^']*'))\s+["']([^"']*)/.exec(head)?.[1]?.trim() ?? ""
  return /^(?:[a-z][a-z0-9+.-]+:|\\\\|\/\/)/i.test(target) && !/^https?:\/\/(?:www\.)?w3\.org\//i.test(target)
}
