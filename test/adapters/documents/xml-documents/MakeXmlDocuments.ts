import { deflateSync } from "node:zlib"

/** Makes a document of Word 2003 in one XML file. */
export const makeWordXml = (body: string, more = "", prolog = ""): Uint8Array =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n${prolog}<?mso-application progid="Word.Document"?>\r\n` +
      "<w:wordDocument xmlns:w=\"http://schemas.microsoft.com/office/word/2003/wordml\"" +
      " xmlns:v=\"urn:schemas-microsoft-com:vml\" xmlns:o=\"urn:schemas-microsoft-com:office:office\"" +
      ` w:macrosPresent="no" xml:space="preserve">${more}<w:body>${body}</w:body></w:wordDocument>`
  )

/** Makes a workbook of Excel in one XML file. */
export const makeExcelXml = (rows: string, more = ""): Uint8Array =>
  Buffer.from(
    "<?xml version=\"1.0\"?>\n<?mso-application progid=\"Excel.Sheet\"?>\n" +
      "<Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\" xmlns:x=\"urn:schemas-microsoft-com:office:excel\"" +
      ` xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${more}` +
      `<Worksheet ss:Name="Sheet1"><Table>${rows}</Table></Worksheet></Workbook>`
  )

export interface FlatPart {
  readonly name: string
  readonly type: string
  /** Text for XML, bytes for binary data. */
  readonly content: string | Uint8Array
}

/** Makes an Office package that is written as one XML file. */
export const makeFlatOpc = (parts: ReadonlyArray<FlatPart>): Uint8Array =>
  Buffer.from(
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?><?mso-application progid=\"Word.Document\"?>" +
      "<pkg:package xmlns:pkg=\"http://schemas.microsoft.com/office/2006/xmlPackage\">" +
      parts.map(({ content, name, type }) =>
        `<pkg:part pkg:name="${name}" pkg:contentType="${type}">${
          typeof content === "string"
            ? `<pkg:xmlData>${content}</pkg:xmlData>`
            : `<pkg:binaryData>${Buffer.from(content).toString("base64").replace(/.{76}/g, "$&\r\n")}</pkg:binaryData>`
        }</pkg:part>`
      ).join("") + "</pkg:package>"
  )

/** Makes an ActiveMime file, in which Word 2003 stores macros. */
export const makeActiveMime = (content: Uint8Array): Uint8Array => {
  const head = Buffer.alloc(0x32)
  head.write("ActiveMime", "latin1")
  return Buffer.concat([head, deflateSync(content)])
}

/** Writes binary data of a document of Word 2003. */
export const binData = (name: string, bytes: Uint8Array): string =>
  `<w:binData w:name="${name}">${Buffer.from(bytes).toString("base64")}</w:binData>`
