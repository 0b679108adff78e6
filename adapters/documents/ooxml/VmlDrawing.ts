/**
 * Drawings in VML are written by Office with conditions that no XML has (`<![if gte mso 9]>`) and with line breaks that are
 * never closed: without the conditions the rest can be read.
 */
export const readableVml = (bytes: Uint8Array): Uint8Array => {
  const text = decoder.decode(bytes)
  return text.includes("<![") ? encoder.encode(text.replaceAll(/<!\[(?!CDATA\[)[^<>]{0,256}>/g, "")) : bytes
}

/** Content type and ending of ECMA-376 part 4. */
export const isVml = (contentType: string, name: string): boolean =>
  contentType.includes("vmldrawing") || /\.vml$/i.test(name)

const decoder = new TextDecoder()
const encoder = new TextEncoder()
