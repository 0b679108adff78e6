import { dangerousNamesIn } from "./DangerousNames.ts"
import { reverseText } from "./VbaFunctions.ts"
import { unknownPart, type VbaValue } from "./VbaValue.ts"

/** Maximum characters of computed strings that are analyzed per document. */
export const foldedTextCharsMax = 4_000_000
/** Maximum dangerous names, and maximum URLs, reported per document. */
export const resultsMax = 64
export const urlCharsMax = 2_048

/** How a string conceals a dangerous name. */
export type TextDisguise = "pieces" | "reversed" | "hex" | "base64" | "character codes" | "stray marks"

/** Collects the strings of a document's macros, both literals and computed values. */
export class VbaTexts {
  readonly names = new Set<string>()
  readonly urls = new Set<string>()
  readonly disguises = new Set<TextDisguise>()
  /** Total characters of the literals that look encoded. */
  encodedChars = 0
  private readonly literalNames = new Set<string>()
  private readonly seen = new Set<string>()
  private charsLeft = foldedTextCharsMax

  /** The macros compute more characters than are analyzed. */
  get isLimitExceeded(): boolean {
    return this.charsLeft < 0
  }

  /** Adds a literal of the source. Add all literals before the strings that are computed from them. */
  addLiteral(text: string): void {
    if (text.length < textCharsMin) return
    for (const name of dangerousNamesIn(text)) {
      this.literalNames.add(name)
      this.add(this.names, name)
    }
    if (encoded.test(text)) this.encodedChars += text.length
  }

  /** Adds the value of an expression. Returns the dangerous names that the value hides. */
  addFolded(value: VbaValue): ReadonlyArray<string> {
    if (value === null || typeof value === "number") return []
    if (typeof value !== "string") return this.addItems(value)
    if (value.length < textCharsMin || this.charsLeft < 0) return []
    // Counts an eighth of each long string toward the limit in advance, because the lookup of a repeated string also
    // takes time.
    if (value.length > longCharsMin) this.charsLeft -= value.length >> 3
    if (this.seen.has(value)) return []
    this.charsLeft -= value.length
    if (this.charsLeft < 0) return []
    this.seen.add(value)
    return this.inspect(value)
  }

  private addItems(items: ReadonlyArray<string | number>): ReadonlyArray<string> {
    this.charsLeft -= items.length
    if (this.charsLeft < 0) return []
    const codes = items.filter((item) => typeof item === "number" && item > 0 && item < 256)
    const hidden = codes.length >= textCharsMin && codes.length === items.length
      ? this.addHidden(String.fromCharCode(...items.map(Number)), "character codes")
      : []
    return [...hidden, ...items.flatMap((item) => this.addFolded(item))]
  }

  private inspect(text: string): ReadonlyArray<string> {
    this.addUrls(text)
    const hidden = this.addHidden(text, "pieces")
    return [
      ...hidden,
      ...this.addHidden(reverseText(text), "reversed"),
      ...(/[\^`]/.test(text) ? this.addHidden(text.replaceAll(/[\^`]/g, ""), "stray marks") : []),
      ...[...text.matchAll(hexRuns)].flatMap(([run]) => this.addHidden(fromHex(run), "hex")),
      ...[...text.matchAll(base64Runs)].flatMap(([run]) => this.addHidden(fromBase64(run), "base64"))
    ]
  }

  /** Records and returns the dangerous names in a disguised string, except names that plain literals also contain. */
  private addHidden(text: string, disguise: TextDisguise): ReadonlyArray<string> {
    const hidden = dangerousNamesIn(text).filter((name) => !this.literalNames.has(name))
    for (const name of hidden) this.add(this.names, name)
    if (hidden.length > 0) this.disguises.add(disguise)
    if (disguise !== "pieces") this.addUrls(text)
    return hidden
  }

  private addUrls(text: string): void {
    const share = uncShare.exec(text)
    if (share !== null) this.add(this.urls, `file:${share[0].replaceAll("\\", "/")}`)
    for (const [url] of text.matchAll(urls)) {
      if (!xmlNamespace.test(url)) this.add(this.urls, url.slice(0, urlCharsMax))
      if (this.urls.size >= resultsMax) break
    }
  }

  private add(set: Set<string>, text: string): void {
    if (set.size < resultsMax) set.add(text)
  }
}

const longCharsMin = 256
/** Minimum characters of a string that is searched for dangerous names. */
const textCharsMin = 4

const urls = /\b(?:https?|ftp):\/\/[^\s"'<>\0]{4,2048}/gi
/** Pattern of a UNC path on an internet host. Opening such a path sends the user's credentials. */
const uncShare = /^(?:\\\\|\/\/)[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}[\\/][^\0\r\n"]{0,2048}/
/** Pattern of namespaces of XML vocabularies, which are not reported. */
const xmlNamespace = /^https?:\/\/(?:schemas\.(?:microsoft|openxmlformats|xmlsoap)\.|(?:www\.)?w3\.org\/|purl\.org\/)/i
const hexRuns = /(?:[\da-f]{2}){8,}/gi
const base64Runs = /[a-z\d+/]{16,}/gi
/**
 * Pattern of a literal that looks encoded: at least 100 characters of Base64 or hexadecimal. Alphabets in a source are
 * shorter.
 */
const encoded = /^[a-z\d+/]{100,}={0,2}$/i

const fromHex = (run: string): string => {
  let text = ""
  for (let at = 0; at + 1 < run.length; at += 2) text += String.fromCharCode(Number.parseInt(run.slice(at, at + 2), 16))
  return text.replaceAll(unknownPart, "")
}

/** Decodes Base64. Removes zero bytes, so that ASCII in UTF-16, as PowerShell encodes it, is also readable. */
const fromBase64 = (run: string): string => {
  try {
    return atob(run.length % 4 === 1 ? run.slice(0, -1) : run).replaceAll(unknownPart, "")
  } catch {
    return ""
  }
}
