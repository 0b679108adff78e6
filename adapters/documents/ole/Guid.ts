const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, "0")

/** A packed GUID (MS-DTYP 2.3.4.2) as `0002CE02-0000-0000-C000-000000000046`; null where it is zero, or not all there. */
export const guidText = (bytes: Uint8Array, at: number): string | null => {
  if (at < 0 || at + 16 > bytes.length) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 16)
  const last = Array.from(bytes.subarray(at + 8, at + 16), (byte) => hex(byte, 2)).join("")
  const text = `${hex(view.getUint32(0, true), 8)}-${hex(view.getUint16(4, true), 4)}-` +
    `${hex(view.getUint16(6, true), 4)}-${last.slice(0, 4)}-${last.slice(4)}`
  return /[1-9A-F]/.test(text) ? text : null
}
