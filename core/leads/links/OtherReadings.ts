/** Matches an East Asian full stop before a Latin letter. It can be a dot in a URL or the end of a sentence. */
const sentenceEnd = /[\u3002\uff0e\uff61](?=[a-z])/gi

/** Returns alternative readings of a text. Links in them are looked up but produce no other signals. */
export const otherReadings = (text: string): ReadonlyArray<string> => {
  const clear = mayBeEncoded(text) ? decoded(text) : text
  const readings = new Set([clear, ...[text, clear].map((each) => each.replace(sentenceEnd, "$& "))])
  readings.delete(text)
  return [...readings]
}

/**
 * Detects encoded addresses, full-width letters, and replacements for dots. Encodings are HTML entities,
 * percent-encoding, and quoted-printable (RFC 2045). Legitimate pasted text also contains them, so the decoded links
 * are only looked up.
 */
const mayBeEncoded = (text: string): boolean => encodings.test(text)

const guessed =
  "(?:com|net|org|info|biz|ru|su|cn|xyz|top|shop|store|online|site|website|club|live|link|click|vip|icu|pro|io|co)(?![a-z0-9])"
const dotLike = "\\u00b7\\u02d9\\u06d4\\u0701\\u0702\\u2022\\u2027\\u2219\\u22c5\\u30fb\\ua4f8"

const signs = "[-_*/~+|<>\"'(){}\\[\\]]"

/** Words and characters that can replace a dot before a common top-level domain. */
const spelled = String.raw`\s?${signs}{1,2}(?:dot|punkt|punto|ponto|point|точка|\.)${signs}{1,2}\s?|` +
  String.raw`\s{1,2}(?:punkt|punto|ponto|point|точка)\s{1,2}|\s{1,2}\.|\.\s|,`

const insteadOfDot = new RegExp(
  String.raw`(?<=[a-z0-9])(?:(?:${spelled})(?=${guessed})|[${dotLike}](?=[a-z]))`,
  "gi"
)

const encodings = new RegExp(
  String.raw`&(?:#\d|#x[0-9a-f]|[a-z]{2,8};)|%(?:25){0,3}[2-7][0-9a-f]|=(?:2[def]|3[adf]|5f|\r?\n)|` +
    String.raw`[\uff10-\uff19\uff21-\uff3a]|${insteadOfDot.source}`,
  "i"
)

const names: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  colon: ":",
  commat: "@",
  dash: "-",
  equals: "=",
  gt: ">",
  hyphen: "-",
  lowbar: "_",
  lt: "<",
  nbsp: " ",
  num: "#",
  percnt: "%",
  period: ".",
  quest: "?",
  quot: "\"",
  shy: "",
  sol: "/",
  zwj: "",
  zwnj: ""
}

const decoded = (text: string): string =>
  text
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));?/gi, entity)
    .replace(/%(?:25){0,3}([2-7][0-9a-f])/gi, escaped)
    .replace(
      /=(?:\r?\n|(2[def]|3[adf]|5f))/gi,
      (whole, code?: string) => code === undefined ? "" : escaped(whole, code)
    )
    .replace(
      /[\uff0d-\uff0f\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]|\uff1a(?=[/\uff0f])/g,
      (wide) => wide.normalize("NFKC")
    )
    .replace(insteadOfDot, ".")

const entity = (whole: string, decimal?: string, hexadecimal?: string, name?: string): string => {
  if (name !== undefined) return names[name.toLowerCase()] ?? whole
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
  return code > 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : " "
}

/** Decodes a character that can occur in addresses. Keeps other codes, such as those of spaces and quotes. */
const escaped = (whole: string, code: string): string => {
  const sign = String.fromCharCode(Number.parseInt(code, 16))
  return /[\w.:/?=&#@-]/.test(sign) ? sign : whole
}
