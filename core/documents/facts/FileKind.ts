import { trimEnd } from "../../kernel/TrimEnd.ts"
import { type DocumentType, documentTypeOf } from "./DocumentType.ts"
import { wideDecoderOf } from "./WideText.ts"

/** Kind of a file, judged by its bytes. `program`: an executable for Windows, Linux, macOS or Android. */
export type FileKind = DocumentType | "program" | "shortcut" | "archive" | "script" | "picture" | "other"

const headBytesMax = 1_024

/** Number of bytes searched for active content in a file named like a web page. Longer pages count as active. */
const pageBytesMax = 4 * 1024 * 1024

/**
 * Returns the kind of a file.
 *
 * @param name file name shown to the user. A file named like a web page counts as `html` if it has active markup.
 */
export const fileKindOf = (bytes: Uint8Array, name = ""): FileKind => {
  const document = documentTypeOf(bytes)
  const head = decoder.decode(bytes.subarray(0, headBytesMax))
  const kind = magics.find(([, magic]) => magic.test(head))?.[0]
  if (document !== null) {
    // A header of a PDF or of form data counts near the start, too, and a program can precede it.
    if (kind !== undefined && programs.has(kind) && (document === "pdf" || document === "fdf")) return kind
    // A browser opens a file as a page because of its name, whatever its first bytes are.
    const isPage = pageExtensions.has(extensionOf(name)) && isActivePage(bytes, extensionOf(name))
    return isPage ? "html" : document
  }
  if (kind !== undefined) return kind
  const extension = svgRoot.test(head) ? "svg" : extensionOf(name)
  return isActivePage(bytes, extension) ? "html" : "other"
}

/** Kinds of files that the system runs. */
const programs: ReadonlySet<FileKind> = new Set(["program", "shortcut", "script"])

const isActivePage = (bytes: Uint8Array, extension: string): boolean => {
  if (extension !== "xml" && !pageExtensions.has(extension)) return false
  if (bytes.length > pageBytesMax) return extension !== "xml"
  const text = (wideDecoderOf(bytes) ?? decoder).decode(bytes)
  // Browsers run the scripts of XML only within XHTML and SVG.
  return (extension !== "xml" || pageNamespaces.test(text)) && activeMarkup.test(text)
}

/** Root element of an SVG picture, after declarations and comments. */
const svgRoot = /^\s{0,200}(?:\xef\xbb\xbf\s{0,200})?(?:<[?!][^>]{0,600}>\s{0,200}){0,3}<(?:svg:)?svg[\s>/]/i

const pageNamespaces = /www\.w3\.org\/(?:1999\/xhtml|2000\/svg)/

/** Markup that runs code, submits data or redirects. Names of elements may have a prefix in XML. */
const activeMarkup =
  /<(?:[\w-]{1,40}:)?(?:script|form|iframe|frame|object|embed|base|meta[\s/])|[\s"'/]on[a-z]{3,20}\s{0,20}=|javascript:|<!entity|data:(?:text|application)\//i

/** File signatures, matched against Latin-1 text. */
const magics: ReadonlyArray<readonly [FileKind, RegExp]> = [
  // Programs for DOS and Windows, Linux (ELF), macOS (Mach-O in both byte orders, and universal), and Android.
  ["program", /^(?:MZ|\x7fELF|\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe|dex\n)/],
  // Windows shortcut (MS-SHLLINK 2.1).
  ["shortcut", /^L\0\0\0\x01\x14\x02\0/],
  ["archive", /^(?:PK\x03\x04|PK\x05\x06|Rar!|7z\xbc\xaf|\x1f\x8b|MSCF|ISc\(|\xfd7zXZ|BZh)/],
  ["picture", /^(?:\x89PNG|\xff\xd8\xff|GIF8|BM|II\*\0|MM\0\*|RIFF....WEBP|\x01\0\0\0.{36} EMF|\xd7\xcd\xc6\x9a)/s],
  ["script", /^(?:#!|\xef\xbb\xbf?#!|<\?xml[^>]{0,200}>\s{0,200}<(?:package|component|job|scriptlet))/],
  [
    "html",
    /^\s{0,200}(?:\xef\xbb\xbf\s{0,200})?(?:<[?!](?!doctype html)[^>]{0,600}>\s{0,200}){0,3}<(?:!doctype html|html|head|script|body|hta:)/i
  ],
  // Web archive (MHTML). Word opens it under the file name of any document type.
  ["html", /^\s{0,200}MIME-Version:/i]
]

const decoder = new TextDecoder("latin1")

/** Extensions that Windows, macOS or a browser executes, or that lead to executed content. */
export const runnableExtensions: ReadonlySet<string> = new Set(
  ("accda accdb accde accdr accdu ade adp apk app appcontent-ms appinstaller application appref-ms appx appxbundle asp bas " +
    "bat cdxml chm cmd com cpl crt crx desklink deskthemepack desktop diagcab diagcfg diagpkg dll dmg dqy dylib elf exe " +
    "fileloc fxp gadget hlp hta img inetloc inf ins iqy iso isp jar jnlp js jse ksh library-ms lnk mad maf mam mapimail maq " +
    "mar mas mat mau mav maw mcf mda mdb mde mdt mdw mdz mht mhtml mof msc msh msh1 msh2 msi msix msixbundle msp mst msu " +
    "ocx odc one onepkg ops oqy pcd pif pkg pl plg prf prg ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psm1 py pyc pyo pyw pyz " +
    "pyzw rdp reg rqy run scf scpt scr sct search-ms searchconnector-ms settingcontent-ms sh shb shs slk sys terminal theme themepack tmp.exe " +
    "udl url vb vbe vbp vbs vhd vhdx vsmacros vsto vsw vxd webloc webpnp website wim workflow ws wsb wsc wsf wsh xbap xll " +
    "xnk xpi").split(" ")
)

/** Extensions that a browser opens as a page, whatever the content. */
export const pageExtensions: ReadonlySet<string> = new Set(["htm", "html", "shtml", "svg", "svgz", "xht", "xhtml"])

/** Reports whether blanks, right-to-left overrides or a second extension hide the real file extension. */
export const hidesExtension = (name: string): boolean =>
  /[\u202a-\u202e\u2066-\u2069]/.test(name) || /\s{8}\.\w+$/.test(name) ||
  /\.(?:pdf|docx?|xlsx?|pptx?|txt|rtf|jpe?g|png|gif|zip|html?)\s*\.[a-z0-9-]{2,16}$/i.test(name.trim()) &&
    runnableExtensions.has(extensionOf(name))

/**
 * Returns the extension of the last path segment, in lower case and without the dot; empty if there is none. Ignores
 * trailing blanks and dots, and the name of a stream of the file (`a.js:b`), as Windows does.
 */
export const extensionOf = (name: string): string => {
  const segment = trimEnd(name, (sign) => /[\s.\0]/.test(sign)).replace(/^.*[\\/]/s, "")
  const colon = segment.indexOf(":", segment.lastIndexOf("."))
  const tidy = colon < 0 ? segment : trimEnd(segment.slice(0, colon), (sign) => /[\s.\0]/.test(sign))
  const dot = tidy.lastIndexOf(".")
  return dot < 0 ? "" : tidy.slice(dot + 1).toLowerCase()
}
