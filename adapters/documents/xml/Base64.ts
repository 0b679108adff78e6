/** Decodes Base64 with any white space between its characters; null if it contains other characters. */
export const decodeBase64 = (text: string): Uint8Array | null => {
  const plain = text.replaceAll(/\s+/g, "")
  return /[^A-Za-z0-9+/=]/.test(plain) ? null : Buffer.from(plain, "base64")
}
