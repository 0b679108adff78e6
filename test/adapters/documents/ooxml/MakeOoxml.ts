import { makeZip, type ZipOptions } from "../zip/MakeZip.ts"

/** Relationship as it is written in a relationships part. */
export interface MadeRelationship {
  readonly id: string
  /** Relationship type. The usual namespace is added to a type without a namespace. */
  readonly type: string
  readonly target: string
  readonly mode?: "External" | "Internal"
}

/** Contents of a document. Parts are listed by name, and binary content is written unchanged. */
export interface MadeDocument {
  /** Content type of the main part, without the common prefix. */
  readonly main?: string
  readonly mainName?: string
  readonly mainContent?: string | Uint8Array
  readonly parts?: Readonly<Record<string, string | Uint8Array>>
  readonly types?: Readonly<Record<string, string>>
  /** Relationships by the part that owns them. */
  readonly relationships?: Readonly<Record<string, ReadonlyArray<MadeRelationship>>>
  readonly zip?: ZipOptions
}

export const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const packageNamespace = "http://schemas.openxmlformats.org/package/2006"

export const mainTypes = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
  docm: "application/vnd.ms-word.document.macroEnabled.main+xml",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
  xlsm: "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
  xlsb: "application/vnd.ms-excel.sheet.binary.macroEnabled.main",
  xlam: "application/vnd.ms-excel.addin.macroEnabled.main+xml",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
} as const

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("\"", "&quot;").replaceAll("<", "&lt;")

export const relationshipsXml = (list: ReadonlyArray<MadeRelationship>): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="${packageNamespace}/relationships">${
    list.map(({ id, mode, target, type }) =>
      `<Relationship Id="${id}" Type="${escaped(type.includes("/") ? type : `${office}/${type}`)}" Target="${
        escaped(target)
      }"${mode === undefined ? "" : ` TargetMode="${mode}"`}/>`
    ).join("")
  }</Relationships>`

const relsName = (part: string): string => {
  const slash = part.lastIndexOf("/")
  return `${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`
}

/** Makes a package as Office writes it: content types, relationships and parts. */
export const makeOoxml = (document: MadeDocument): Uint8Array => {
  const name = document.mainName ?? "word/document.xml"
  const relationships: Readonly<Record<string, ReadonlyArray<MadeRelationship>>> = {
    "": [{ id: "rId1", type: "officeDocument", target: name }, ...(document.relationships?.[""] ?? [])],
    ...Object.fromEntries(Object.entries(document.relationships ?? {}).filter(([part]) => part !== ""))
  }
  const types = { [name]: document.main ?? mainTypes.docx, ...document.types }
  const overrides = Object.entries(types).map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`)
  const contentTypes = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="${packageNamespace}/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>` +
    `<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>` +
    `<Default Extension="png" ContentType="image/png"/>${overrides.join("")}</Types>`
  return makeZip([
    { name: "[Content_Types].xml", content: contentTypes },
    ...Object.entries(relationships).map(([part, list]) => ({ name: relsName(part), content: relationshipsXml(list) })),
    { name, content: document.mainContent ?? wordDocument("") },
    ...Object.entries(document.parts ?? {}).map(([part, content]) => ({ name: part, content }))
  ], document.zip)
}

export const namespaces =
  `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}" ` +
  `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:o="urn:schemas-microsoft-com:office:office" ` +
  `xmlns:v="urn:schemas-microsoft-com:vml" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`

export const wordDocument = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document ${namespaces}><w:body>${body}</w:body></w:document>`

export const workbook = (content: string): string =>
  `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}">${content}</workbook>`

export const sheet = (content: string, root = "worksheet"): string =>
  `<?xml version="1.0"?><x:${root} xmlns:x="http://schemas.microsoft.com/office/excel/2006/main" ` +
  `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}">${content}</x:${root}>`

/** Returns a Word run with a field code or a part of a field code. */
export const code = (text: string): string =>
  `<w:r><w:instrText xml:space="preserve">${escaped(text)}</w:instrText></w:r>`
export const mark = (type: "begin" | "separate" | "end"): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
export const run = (text: string): string => `<w:r><w:t>${escaped(text)}</w:t></w:r>`
export const paragraph = (...runs: ReadonlyArray<string>): string => `<w:p>${runs.join("")}</w:p>`
