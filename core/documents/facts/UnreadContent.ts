import { wideDecoderOf } from "./WideText.ts"

/** Number of leading bytes searched for a format signature. */
const headBytesMax = 1_024
/** Number of leading bytes of a text file that are searched for active text formats. */
const textHeadBytesMax = 16 * 1024

/** Format signatures. Patterns match text that has one character per byte. */
type Formats = ReadonlyArray<readonly [name: string, magic: RegExp]>

/** Formats that contain files or code. */
const containers: Formats = [
  ["a ZIP archive", /^PK(?:\x03\x04|\x05\x06|\x07\x08)/],
  ["a RAR archive", /^Rar!\x1a\x07/],
  ["a 7z archive", /^7z\xbc\xaf\x27\x1c/],
  ["a Windows cabinet", /^MSCF/],
  ["an InstallShield cabinet", /^ISc\(/],
  ["a gzip archive", /^\x1f\x8b/],
  ["an xz archive", /^\xfd7zXZ/],
  ["a bzip2 archive", /^BZh[1-9]/],
  ["a Zstandard archive", /^\x28\xb5\x2f\xfd/],
  ["an ARJ archive", /^\x60\xea/],
  ["an ACE archive", /^.{7}\*\*ACE\*\*/s],
  ["an LZH archive", /^..-lh[\dsdx]-/s],
  ["a tar archive", /^.{257}ustar/s],
  ["a disk image", /^(?:conectix|vhdxfile|MSWIM\0|QFI\xfb)/],
  ["a OneNote section", /^\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d/],
  ["an Access database", /^\0\x01\0\0Standard (?:Jet|ACE) DB/],
  ["an Outlook data file", /^!BDN/],
  ["a compiled HTML help file", /^ITSF/],
  ["a Flash film", /^[CFZ]WS[\x01-\x3c]/],
  ["a PostScript program", /^(?:\xc5\xd0\xd3\xc6|\x04?%!PS(?!-AdobeFont))/]
]

/** Pictures, fonts and media, which contain no active content. */
const inert: ReadonlyArray<RegExp> = [
  // Pictures: PNG, JPEG, GIF, TIFF, JPEG 2000 and XL, Photoshop, icons and cursors, JBIG2, PCX, OpenEXR.
  /^(?:\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|II[*+]\0|MM\0[*+]|\0\0\0\x0c(?:jP {2}|JXL )\r\n\x87\n|\xff\x4f\xff\x51|8BPS\0|\0\0[\x01\x02]\0|\x97JB2|\n[\0-\x05]\x01|v\/1\x01)/,
  // Pictures: BMP with a known header size, and DIB, which has no file header.
  /^BM.{12}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0|^\x28\0\0\0.{8}\x01\0[\x01\x04\x08\x10\x18\x20]\0/s,
  // Pictures: EMF, and WMF with and without the placeable header.
  /^\x01\0\0\0.{36} EMF|^\xd7\xcd\xc6\x9a|^[\x01\x02]\0\x09\0\0[\x01\x03]/s,
  // RIFF files: pictures, audio, video, MIDI.
  /^RIFF.{4}(?:WEBP|WAVE|AVI |RMID)/s,
  // Media: ISO base media (MP4, QuickTime, HEIC, AVIF), Matroska, Ogg, FLAC, MP3, AAC, MPEG, ASF, FLV, AIFF, MIDI, AU,
  // CAF.
  /^.{4}(?:ftyp|moov|mdat|wide)|^\x1aE\xdf\xa3|^OggS|^fLaC|^ID3|^\xff[\xe2\xe3\xf1-\xf3\xf9-\xfb]|^\0\0\x01[\xb3\xba]|^0&\xb2u\x8ef\xcf\x11|^FLV\x01|^FORM.{4}AIF[CF]|^MThd|^\.snd|^caff/s,
  // Fonts and color profiles: TrueType, OpenType, collections, WOFF, Type 1, Embedded OpenType, ICC.
  /^(?:\0\x01\0\0\0|OTTO|true\0|ttcf|wOF[2F]|%!(?:PS-AdobeFont|FontType1)|\x80\x01.{4}%!)|^.{8}[\0-\x02]\0[\x01\x02]\0.{22}LP|^.{36}acsp/s
]

/** Text formats that programs act on, or that contain files. */
const activeTexts: Formats = [
  // A header (RFC 5322) with a field of MIME (RFC 2045), as web archives have. Messages that were sent are documents,
  // which are read.
  [
    "an email message",
    /^(?:\xef\xbb\xbf)?\s{0,200}(?:[!-9;-~]{1,76}[ \t]{0,9}:[^\r\n]*(?:\r{0,2}\n|\r)(?:[ \t][^\r\n]*(?:\r{0,2}\n|\r))*)*(?:mime-version|content-type)[ \t]{0,9}:/i
  ],
  [
    "a document of one XML file",
    /<\?mso-application\s|schemas\.microsoft\.com\/office\/(?:word\/2003\/wordml|2006\/xmlPackage)|urn:schemas-microsoft-com:office:spreadsheet|<office:document[\s>]|ns\.adobe\.com\/xdp/
  ],
  ["a uuencoded file", /^begin(?:-base64)? {1,9}[0-7]{3,4} {1,9}\S/m],
  ["a BinHex file", /^\(This file must be converted with BinHex/m],
  ["an internet shortcut", /^\s{0,20}\[InternetShortcut\]/i]
]

/** Label for data of an unrecognized format. */
export const unknownContent = "data of an unknown type"

/**
 * Returns the type of a file as a phrase, judged by the bytes. Null for inert content: pictures, fonts, media and plain
 * text. Do not call this for supported documents.
 */
export const unreadContentOf = (bytes: Uint8Array): string | null => {
  const head = byteText(bytes.subarray(0, headBytesMax))
  const container = containers.find(([, magic]) => magic.test(head))
  if (container !== undefined) return container[0]
  if (isDiskImage(bytes)) return "a disk image"
  if (inert.some((magic) => magic.test(head))) return null
  const text = textHeadOf(bytes)
  if (text === null) return unknownContent
  if (containsActiveMime(bytes)) return "a web archive with macros"
  return activeTexts.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/**
 * Reports whether a text contains the start of macros in Base64, as in the web archives of Office. Word finds an archive
 * after other text (JPCERT/CC, "MalDoc in PDF", 2023).
 */
const containsActiveMime = (bytes: Uint8Array): boolean => {
  for (let at = bytes.indexOf(0x51); at >= 0; at = bytes.indexOf(0x51, at + 1)) {
    if (activeMime.every((byte, index) => bytes[at + index] === byte)) return true
  }
  return false
}

const activeMime = Uint8Array.from("QWN0aXZlTWlt", (character) => character.charCodeAt(0))

/** Reports whether the bytes are an ISO 9660 or UDF disk image, whose volume descriptor is in sector 16. */
const isDiskImage = (bytes: Uint8Array): boolean => /^(?:CD001|BEA01)/.test(byteText(bytes.subarray(32_769, 32_774)))

/** Returns the first 16 KiB of plain text, decoded; null if the data contains control characters. */
const textHeadOf = (bytes: Uint8Array): string | null => {
  const wide = wideDecoderOf(bytes)
  if (wide !== null) {
    // oxlint-disable-next-line no-control-regex -- control characters indicate binary data
    return /[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/.test(wide.decode(bytes)) ? null : wide.decode(headOf(bytes))
  }
  for (const byte of bytes) if (isControl(byte)) return null
  return byteText(headOf(bytes))
}

const headOf = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, textHeadBytesMax)

/**
 * Reports whether a byte is a control character. Excludes tabs, line ends, form feeds, and the escape character that
 * terminals and old Japanese encodings use.
 */
const isControl = (byte: number): boolean => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d || byte === 0x1b)

/**
 * Maps each byte to the character with that code. `TextDecoder("latin1")` decodes windows-1252 instead, which maps 0x80
 * to 0x9f differently.
 */
const byteText = (bytes: Uint8Array): string => {
  let text = ""
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}
