/** Fields that decide how a part is read, by their lower-case names. */
export const contentFields: ReadonlyArray<readonly [field: string, name: string]> = [
  ["content-type", "Content-Type"],
  ["content-transfer-encoding", "Content-Transfer-Encoding"],
  ["content-disposition", "Content-Disposition"]
]

/** Types of parts that are messages (RFC 2046, 5.2.1; RFC 6532, 3.7; RFC 5537, 6.1). */
export const messageTypes: ReadonlySet<string> = new Set(["message/rfc822", "message/global", "message/news"])

/** Types whose content is elsewhere: in other messages, or on a server (RFC 2046, 5.2.2 and 5.2.3). */
export const unreadTypes: ReadonlySet<string> = new Set(["message/partial", "message/external-body"])

/** Encodings outside of MIME that some mail programs decode: uuencode, yEnc and BinHex. */
export const otherEncodings = /uu|yenc|binhex/

/** Matches lines of Base64 without blanks. A sentence has some. */
export const looksLikeBase64 =
  /^\s{0,99}[A-Za-z0-9+/]{16,}(?:[\r\n]{1,4}[A-Za-z0-9+/]{1,999}){0,9999}={0,2}\s{0,99}(?:$|--)/

/** Maximum characters of an encoding's name in a reason. */
export const encodingCharsMax = 40

/** First lines of files within a text, in encodings that some mail programs decode. */
export const otherTextFiles = /^(?:=ybegin |\(This file must be converted with BinHex)/m

/**
 * Character sets in which markup is invisible to programs that do not decode it: UTF-7 (RFC 2152), UTF-32, HZ (RFC
 * 1843), the encodings of ISO 2022 that browsers refuse, and EBCDIC with its code pages (IBM, "CCSID").
 */
export const unreadCharsets =
  /utf-?7|utf-?32|ucs-?4|hz-?gb|iso-?2022-(?:kr|cn)|ebcdic|^(?:ibm|cp|ccsid|csibm)[-_]?0{0,3}(?:37|27[37]|28[0-57]|28[89]|290|297|42[034]|500|83[38]|87[015]|880|905|918|924|93[013579]|102[567]|1047|1112|112[23]|114\d)$/i

/** Types of bodies with markup. AMP bodies contain scripts that only mail services run, in a sandbox. */
export const htmlTypes: ReadonlySet<string> = new Set(["text/html", "text/watch-html", "text/x-amp-html"])

/** Types of detached signatures (RFC 8551; RFC 3156), which are not documents. */
export const signatureTypes: ReadonlySet<string> = new Set([
  "application/pkcs7-signature",
  "application/x-pkcs7-signature",
  "application/pgp-signature"
])

/** Types of signed, compressed and encrypted messages (RFC 8551, 3.2). */
export const cmsTypes: ReadonlySet<string> = new Set(["application/pkcs7-mime", "application/x-pkcs7-mime"])

/** Extensions that such messages add to the name of their content (RFC 8551, 3.2.1). */
export const cmsExtension = /\.p7[a-z]$/i

/** Start of a header field, with which a message starts. */
export const fieldStart = /^[!-9;-~]{1,76}[ \t]{0,9}:/

/** File names of detached signatures. */
export const signatureNames = /\.(?:p7s|asc|sig)$/i

/** Markup that runs code or embeds pages when a browser opens the body. */
export const activeMarkup =
  /<(?:script\b(?!\s{1,9}type=["']?application\/(?:ld\+)?json["']?>)|(?:iframe|object|embed|applet)\b)|=\s{0,9}["']?\s{0,9}javascript:(?!\s{0,9}(?:void\b|;|["']))/i

/** Extensions that mail programs give to parts without a name, by type. Content reveals the other types. */
export const extensionsByType: ReadonlyMap<string, string> = new Map([
  ["application/bat", "bat"],
  ["application/ecmascript", "js"],
  ["application/hta", "hta"],
  ["application/javascript", "js"],
  ["application/x-bat", "bat"],
  ["application/x-javascript", "js"],
  ["application/xhtml+xml", "xhtml"],
  ["image/svg+xml", "svg"],
  ["text/html", "html"],
  ["text/javascript", "js"],
  ["text/vbscript", "vbs"]
])
