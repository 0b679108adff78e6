/** Windows code page of documents that do not declare a code page. */
export const codePageDefault = 1252

/** Encoding labels for `TextDecoder`, by Windows code page. */
const labels: ReadonlyMap<number, string> = new Map([
  [866, "ibm866"],
  [874, "windows-874"],
  [932, "shift_jis"],
  [936, "gbk"],
  [949, "euc-kr"],
  [950, "big5"],
  [1250, "windows-1250"],
  [1251, "windows-1251"],
  [1252, "windows-1252"],
  [1253, "windows-1253"],
  [1254, "windows-1254"],
  [1255, "windows-1255"],
  [1256, "windows-1256"],
  [1257, "windows-1257"],
  [1258, "windows-1258"],
  [10000, "macintosh"],
  [65001, "utf-8"]
])

/** Windows code pages by the number N of a font's `\fcharsetN` (RTF 1.9.1, "Font Table"). */
const charsets: ReadonlyMap<number, number> = new Map([
  [0, 1252],
  [77, 10000],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250]
])

const labelDefault = "windows-1252"

const decoders = new Map<string, TextDecoder>()

export const decoderOf = (codePage: number): TextDecoder => {
  const label = labels.get(codePage) ?? labelDefault
  const cached = decoders.get(label)
  if (cached !== undefined) return cached
  const decoder = new TextDecoder(label)
  decoders.set(label, decoder)
  return decoder
}

/** Returns the code page of a font charset, or null if the charset does not determine a code page. */
export const codePageOfCharset = (charset: number): number | null => charsets.get(charset) ?? null

/** Windows code pages with multi-byte characters. */
const wide: ReadonlySet<number> = new Set([932, 936, 949, 950, 65_001])

const tables = new Map<string, Uint16Array>()

/** Returns a table of UTF-16 code units by byte, or null for multi-byte code pages. */
export const charactersOf = (codePage: number): Uint16Array | null => {
  if (wide.has(codePage)) return null
  const label = labels.get(codePage) ?? labelDefault
  const cached = tables.get(label)
  if (cached !== undefined) return cached
  const text = decoderOf(codePage).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  const made = Uint16Array.from({ length: 256 }, (_, byte) => text.charCodeAt(byte))
  tables.set(label, made)
  return made
}

/**
 * Maximum fonts in a font table. A larger table makes Word write out of bounds (CVE-2023-21716). Genuine documents have
 * fewer fonts.
 */
export const fontsMax = 32_767

/** Code pages of the document and of its fonts. */
export class RtfFonts {
  codePage = codePageDefault
  private readonly codePages = new Map<number, number>()
  private current = 0
  private declared = 0

  /** Starts the entry of a font in the font table: `\fN`. */
  declare(font: number): void {
    this.current = font
    this.declared++
  }

  /** Sets the code page of the current font: `\fcharsetN`. */
  setCharset(charset: number): void {
    const codePage = codePageOfCharset(charset)
    if (codePage !== null && this.codePages.size < fontsMax) this.codePages.set(this.current, codePage)
  }

  codePageOf(font: number): number {
    return this.codePages.get(font) ?? this.codePage
  }

  get isOverfull(): boolean {
    return this.declared > fontsMax
  }
}
