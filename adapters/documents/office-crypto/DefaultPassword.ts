/** What Excel tries before it asks, and saves with when a workbook is protected without a password (MS-XLS 2.2.9). */
export const excelDefaultPassword = "VelvetSweatshop"

/** As every scheme but XOR obfuscation takes it: UTF-16, the lower byte first. */
export const passwordBytes = (password: string): Uint8Array => {
  const bytes = new Uint8Array(password.length * 2)
  for (let at = 0; at < password.length; at++) {
    const code = password.charCodeAt(at)
    bytes[at * 2] = code & 0xff
    bytes[at * 2 + 1] = code >>> 8
  }
  return bytes
}
