import type { XmlName } from "../xml/XmlNames.ts"

/**
 * Pattern of ODF namespaces that captures their distinctive part. This part is `text` in
 * `urn:oasis:names:tc:opendocument:xmlns:text:1.0`, and in `http://openoffice.org/2000/text` of the older format.
 */
const family = /(?:opendocument:(?:xmlns|names:experimental:ooo-ms-interop:xmlns):|openoffice\.org\/20\d\d\/)([a-z]+)/

const otherNamespaces: ReadonlyMap<string, string> = new Map([
  ["http://www.w3.org/2002/xforms", "xforms"],
  ["http://www.w3.org/1999/xlink", "xlink"],
  ["http://openoffice.org/2004/office", "ooo"]
])

/** Customary prefixes that differ from the distinctive part of the URI. */
const customaryPrefixes: ReadonlyMap<string, string> = new Map([["drawing", "draw"], ["animation", "anim"], [
  "database",
  "db"
]])

/** Returns a name with its customary prefix (`text:a`), whatever prefix the document declares. */
export const odfName = (name: XmlName): string => {
  const found = nameCache.get(name) ?? written(name)
  nameCache.set(name, found)
  return found
}

/** Cache of prefixed names, because documents have few names and many elements. */
const nameCache = new WeakMap<XmlName, string>()

const written = ({ local, uri }: XmlName): string => {
  const prefix = otherNamespaces.get(uri) ?? family.exec(uri.slice(0, 100))?.[1]
  return prefix === undefined ? local : `${customaryPrefixes.get(prefix) ?? prefix}:${local}`
}
