import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { decodeAnsi } from "../compound/Cursor.ts"
import type { Findings } from "../reading/Findings.ts"
import { decodeReferences, restOfTag } from "../reading/HtmlTags.ts"
import { RtfHtml, RtfText } from "../rtf/RtfText.ts"

/** Decodes HTML as UTF-8, or as windows-1252 if it is not valid UTF-8. ASCII characters are the same in both. */
export const decodeHtml = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return decodeAnsi(bytes)
  }
}

/** Maximum characters of an HTML body that are read. */
const htmlCharsMax = 4 * textCharsMax

/** Matches a comment, a style sheet or script with its content, a tag, or text. */
const htmlPiece = new RegExp(
  `<!--(?:[^-]|-(?!->))*(?:-->)?|<(style|script)\\b${restOfTag}|<[/!a-z?]${restOfTag}|[^<]+|<`,
  "gi"
)

/** Tags with the addresses that are reported. Most tags have none. */
const linkTag = /^<\/?(?:a|img)\b/i

/** Reads the links of an HTML body, and returns its text. Mail programs run no scripts in it. */
export const readHtmlBody = (html: string, findings: Findings): string => {
  const body = new RtfText(textCharsMax)
  const links = new RtfHtml(false)
  let hidden: string | null = null
  for (const [piece, raw] of html.slice(0, htmlCharsMax).matchAll(htmlPiece)) {
    if (hidden !== null) {
      if (piece.toLowerCase().startsWith(`</${hidden}`)) hidden = null
      continue
    }
    if (raw !== undefined) hidden = raw.toLowerCase()
    if (!piece.startsWith("<") || piece === "<") body.add(decodeReferences(piece).replaceAll(/[\r\n]+/g, " "))
    else if (!piece.startsWith("<!")) {
      if (linkTag.test(piece)) links.addTag(piece, body, findings)
      if (/^<(?:br|\/p|\/div|\/tr|\/h[1-6]|\/li)\b/i.test(piece)) body.add("\n")
    }
  }
  links.endLink(body, findings)
  return body.toString()
}
