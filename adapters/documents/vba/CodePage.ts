/** Code pages of MS-UCODEREF that are not named `windows-` and their number, by their label in the Encoding standard. */
const labels: Readonly<Record<number, string>> = {
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  1200: "utf-16le",
  10000: "macintosh",
  10007: "x-mac-cyrillic",
  20866: "koi8-r",
  21866: "koi8-u",
  20932: "euc-jp",
  51932: "euc-jp",
  51949: "euc-kr",
  54936: "gb18030",
  65001: "utf-8"
}

/** Decodes the text of a code page; windows-1252 where nobody knows it. */
export const decoderOf = (codePage: number): TextDecoder => {
  try {
    return new TextDecoder(labels[codePage] ?? `windows-${codePage}`)
  } catch {
    return new TextDecoder("windows-1252")
  }
}
