import type { XmlName } from "../xml/XmlNames.ts"

/**
 * Families of ODF's namespaces by the end of their URI: `urn:oasis:names:tc:opendocument:xmlns:text:1.0`,
 * `http://openoffice.org/2000/text` of the format before, and those outside of it.
 */
const family = /(?:opendocument:(?:xmlns|names:experimental:ooo-ms-interop:xmlns):|openoffice\.org\/20\d\d\/)([a-z]+)/

const others: ReadonlyMap<string, string> = new Map([
  ["http://www.w3.org/2002/xforms", "xforms"],
  ["http://www.w3.org/1999/xlink", "xlink"],
  ["http://openoffice.org/2004/office", "ooo"]
])

/** What people call a family otherwise than its URI does. */
const usual: ReadonlyMap<string, string> = new Map([["drawing", "draw"], ["animation", "anim"], ["database", "db"]])

/** A name as the specification writes it, whatever prefix a document chooses: `text:a`. */
export const odfName = (name: XmlName): string => {
  const found = known.get(name) ?? written(name)
  known.set(name, found)
  return found
}

/** Names are few, and elements many. */
const known = new WeakMap<XmlName, string>()

const written = ({ local, uri }: XmlName): string => {
  const prefix = others.get(uri) ?? family.exec(uri.slice(0, 100))?.[1]
  return prefix === undefined ? local : `${usual.get(prefix) ?? prefix}:${local}`
}
