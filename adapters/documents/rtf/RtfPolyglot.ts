/** Bytes after the end of a document in which markup is looked for. */
export const markupBytesMax = 1024 * 1024

const latin1 = new TextDecoder("latin1")

/** What else these bytes are to a program that finds its own beginning, or end, within them. `end`: of the RTF. */
export const otherFormats = (bytes: Uint8Array, end: number): ReadonlyArray<string> => [
  ...isArchive(bytes) ? ["zip"] : [],
  ...isProgram(bytes, end) ? ["exe"] : [],
  ...hasMarkup(bytes, end) ? ["html"] : [],
  ...isPdf(bytes) ? ["pdf"] : []
]

/** A ZIP is found from its end (APPNOTE 4.3.16), and its directory must lie before that. */
const isArchive = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const first = Math.max(0, bytes.length - 22 - 0xffff)
  for (let at = bytes.length - 22; at >= first; at--) {
    if (bytes[at] !== 0x50 || view.getUint32(at, true) !== 0x06054b50) continue
    const directory = at - view.getUint32(at + 12, true)
    return directory >= 0 && directory + 4 <= bytes.length && view.getUint32(directory, true) === 0x02014b50
  }
  return false
}

/** `MZ` and the place of `PE` that it names. */
const isProgram = (bytes: Uint8Array, end: number): boolean => {
  let at = end
  while (at < bytes.length && bytes[at]! <= 32) at++
  if (bytes[at] !== 0x4d || bytes[at + 1] !== 0x5a || at + 64 > bytes.length) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, bytes.length - at)
  const header = view.getUint32(60, true)
  return header + 4 <= view.byteLength && view.getUint32(header, true) === 0x4550
}

/** What runs in a browser or as an HTML application, wherever it begins. */
const hasMarkup = (bytes: Uint8Array, end: number): boolean =>
  /<(?:script|hta:application|iframe|object)[\s>]/i.test(latin1.decode(bytes.subarray(end, end + markupBytesMax)))

/** A PDF may begin within the first 1024 bytes (ISO 32000-1, annex H, note 13). */
const isPdf = (bytes: Uint8Array): boolean =>
  /%PDF-\d/.test(latin1.decode(bytes.subarray(0, 1_024))) &&
  /startxref\s+\d/.test(latin1.decode(bytes.subarray(Math.max(0, bytes.length - 2_048))))
