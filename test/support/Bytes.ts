export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")
export const fromHex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "hex"))
export const fromBase64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "base64"))
export const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)
export const concat = (parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.concat(parts))
