import { makeZip, type ZipPart } from "../zip/MakeZip.ts"

/** Declarations of namespaces as LibreOffice writes them. */
const namespaces = [
  ...["office", "text", "table", "style", "form", "script", "presentation", "meta", "manifest", "chart"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`
  ),
  "xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\"",
  "xmlns:anim=\"urn:oasis:names:tc:opendocument:xmlns:animation:1.0\"",
  "xmlns:db=\"urn:oasis:names:tc:opendocument:xmlns:database:1.0\"",
  "xmlns:xlink=\"http://www.w3.org/1999/xlink\"",
  "xmlns:xforms=\"http://www.w3.org/2002/xforms\"",
  "xmlns:ooo=\"http://openoffice.org/2004/office\"",
  "xmlns:dom=\"http://www.w3.org/2001/xml-events\"",
  "xmlns:calcext=\"urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0\""
].join(" ")

const head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

/** Returns the `content.xml` of a text document with a body, preceded by scripts. */
export const contentOf = (body: string, scripts = "<office:scripts/>"): string =>
  `${head}<office:document-content ${namespaces} office:version="1.3">${scripts}<office:automatic-styles/>` +
  `<office:body><office:text>${body}</office:text></office:body></office:document-content>`

export const stylesOf = (content: string): string =>
  `${head}<office:document-styles ${namespaces}><office:styles>${content}</office:styles></office:document-styles>`

export const metaOf = (content: string): string =>
  `${head}<office:document-meta ${namespaces}><office:meta>${content}</office:meta></office:document-meta>`

/** Builds a flat document, which is a single XML file. */
export const flatOf = (content: string): Uint8Array =>
  Buffer.from(`${head}<office:document ${namespaces} office:version="1.3">${content}</office:document>`)

export const moduleOf = (source: string): string =>
  `${head}<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">\n` +
  `<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">` +
  `${source}</script:module>`

/** Returns the manifest with an entry for each part, including the encrypted parts. */
const manifestOf = (names: ReadonlyArray<string>, encrypted: ReadonlyArray<string>): string =>
  `${head}<manifest:manifest ${namespaces} manifest:version="1.3">` +
  ["/", ...names].map((name) =>
    `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml">` +
    (encrypted.includes(name) ? "<manifest:encryption-data manifest:checksum=\"x\"/>" : "") + "</manifest:file-entry>"
  ).join("") + "</manifest:manifest>"

/**
 * Builds a package of the given parts. Adds `content.xml`, `META-INF/manifest.xml` and `mimetype` if they are missing.
 */
export const makeOdf = (
  parts: Readonly<Record<string, string | Uint8Array>>,
  encrypted: ReadonlyArray<string> = []
): Uint8Array => {
  const all: Record<string, string | Uint8Array> = { "content.xml": contentOf(""), ...parts }
  const zipParts: Array<ZipPart> = [
    { name: "mimetype", content: "application/vnd.oasis.opendocument.text", isStored: true },
    ...Object.entries(all).map(([name, content]) => ({ name, content }))
  ]
  if (!("META-INF/manifest.xml" in all)) {
    zipParts.push({ name: "META-INF/manifest.xml", content: manifestOf(Object.keys(all), encrypted) })
  }
  return makeZip(zipParts)
}
