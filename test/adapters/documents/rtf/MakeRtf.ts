/** Returns the bytes of a text, one per character. */
export const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

export const rtf = (content: string): Uint8Array => bytesOf(`{\\rtf1\\ansi\\ansicpg1252\\deff0 ${content}}`)

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const name = (text: string): Buffer =>
  text === "" ? u32(0) : Buffer.concat([u32(text.length + 1), bytesOf(`${text}\0`)])

/** Builds an embedded OLE 1.0 object (MS-OLEDS 2.2.5). */
export const embedded = (className: string, native: Uint8Array, version = 0x0501): Uint8Array =>
  Buffer.concat([u32(version), u32(2), name(className), name(""), name(""), u32(native.length), native])

/** Builds a linked OLE 1.0 object (MS-OLEDS 2.2.6). */
export const linked = (className: string, target: string): Uint8Array =>
  Buffer.concat([u32(0x0501), u32(1), name(className), name(target), name(""), u32(0), u32(0), u32(0)])

/** Builds the data of the Packager for a file. */
export const packed = (fileName: string, content: string): Uint8Array =>
  Buffer.concat([
    Buffer.from([2, 0]),
    bytesOf(`${fileName}\0C:\\in\\${fileName}\0`),
    Buffer.from([0, 0, 3, 0]),
    name(`C:\\tmp\\${fileName}`),
    u32(content.length),
    bytesOf(content)
  ])

/** Builds a URL moniker (MS-OSHARED 2.3.7.6). */
export const urlMoniker = (url: string): Uint8Array => {
  const wide = Buffer.from(`${url}\0`, "utf16le")
  return Buffer.concat([Buffer.from("e0c9ea79f9bace118c8200aa004ba90b", "hex"), u32(wide.length), wide])
}

/** Builds an object as Word writes it, with its data in lines. */
export const objectOf = (data: Uint8Array, className = "", words = "\\objemb"): string =>
  `{\\object${words}\\objw100\\objh100${className === "" ? "" : `{\\*\\objclass ${className}}`}` +
  `{\\*\\objdata ${hexOf(data).replaceAll(/.{128}/g, "$&\r\n")}}{\\result{\\pict\\wmetafile8 0100}}}`
