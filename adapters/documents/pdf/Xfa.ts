import type { XfaEvent } from "../../../core/documents/facts/Fact.ts"

/** Maximum number of tags of events, scripts and submissions that are examined per form. */
export const xfaEventsMax = 10_000
/** Maximum characters of all scripts of a form. */
export const xfaScriptsCharsMax = 1_000_000
export const xfaTagCharsMax = 8_192
/** Maximum number of connection addresses per form. */
export const xfaAddressesMax = 16

export interface XfaContent {
  readonly scripts: ReadonlyArray<XfaEvent>
  readonly submits: ReadonlyArray<XfaEvent>
  /** True if the form contains more than was read. */
  readonly isCutOff: boolean
}

/**
 * Finds the scripts and submissions of an XML form (XFA Specification 3.3, chapter 10), each with the activity that
 * triggers it. Scans text instead of parsing XML, so that a malformed form hides nothing.
 */
export const readXfa = (xml: string): XfaContent => {
  const scripts: Array<XfaEvent> = []
  const submits: Array<XfaEvent> = []
  /** Activities that call a connection, and the addresses of connections. */
  const executed = new Set<string>()
  const addresses = new Set<string>()
  let [activity, chars, count, isCutOff] = ["", 0, 0, false]
  tags.lastIndex = 0
  for (let tag = tags.exec(xml); tag !== null; tag = tags.exec(xml)) {
    if (count++ >= xfaEventsMax) {
      isCutOff = true
      break
    }
    const [, slash, name] = tag
    const from = endOfTag(xml, tags.lastIndex)
    const attributes = xml.slice(tags.lastIndex, from - 1)
    tags.lastIndex = from
    if (slash === "/") {
      if (name === "event" || name === "calculate" || name === "validate") activity = ""
    } else if (name === "event") activity = attributeOf(attributes, "activity") ?? "click"
    else if (name === "calculate" || name === "validate") activity = name
    else if (name === "submit") submits.push({ activity, text: attributeOf(attributes, "target") ?? "" })
    else if (name === "execute") executed.add(activity)
    else if (!attributes.endsWith("/")) {
      const { end, isCut, text } = contentAt(xml, from, xfaScriptsCharsMax - chars)
      isCutOff ||= isCut
      chars += isCut ? xfaScriptsCharsMax : end - from
      if (name === "script") scripts.push({ activity, text })
      else if (addresses.size < xfaAddressesMax) addresses.add(text.trim())
      else isCutOff ||= !addresses.has(text.trim())
      tags.lastIndex = end
    }
  }
  for (const text of addresses) {
    for (const one of executed.size === 0 ? ["execute"] : executed) submits.push({ activity: one, text })
  }
  return { scripts, submits, isCutOff }
}

/** Matches the tags of events, scripts and submissions, with any namespace prefix. */
const tags =
  /<(\/?)(?:[^\s<>/:"'=]{1,64}:)?(event|calculate|validate|script|submit|execute|wsdlAddress|soapAddress)(?=[\s/>])/g

/** Returns the offset after the `>` that ends a tag. A `>` within closed quotes does not end it. */
const endOfTag = (xml: string, from: number): number => {
  const to = Math.min(xml.length, from + xfaTagCharsMax)
  let quote = ""
  for (let at = from; at < to; at++) {
    const character = xml.charAt(at)
    if (quote !== "") {
      if (character === quote) quote = ""
    } else if (character === "\"" || character === "'") quote = character
    else if (character === ">") return at + 1
  }
  const first = xml.indexOf(">", from)
  return first < 0 ? xml.length : first + 1
}

/**
 * Returns the text of an element without comments, up to a maximum number of characters. CDATA sections are not
 * unescaped.
 */
const contentAt = (
  xml: string,
  from: number,
  charsMax: number
): { readonly end: number; readonly isCut: boolean; readonly text: string } => {
  if (charsMax <= 0) return { end: from, isCut: true, text: "" }
  const cut = () => ({ end: from, isCut: true, text: unescapeXml(xml.slice(from, from + charsMax)) })
  const parts: Array<string> = []
  const next = /<!\[CDATA\[|<!--|<\//g
  let at = from
  for (;;) {
    next.lastIndex = at
    const found = next.exec(xml)
    const end = found?.index ?? xml.length
    if (end - from > charsMax) return cut()
    parts.push(unescapeXml(xml.slice(at, end)))
    if (found === null || found[0] === "</") return { end, isCut: false, text: parts.join("") }
    const [close, isText] = found[0] === "<!--" ? ["-->", false] : ["]]>", true]
    const last = xml.indexOf(close, next.lastIndex)
    const to = last < 0 ? xml.length : last
    if (to - from > charsMax) return cut()
    if (isText) parts.push(xml.slice(next.lastIndex, to))
    at = Math.min(xml.length, to + close.length)
  }
}

const attributeOf = (attributes: string, name: string): string | null => {
  const found = new RegExp(`(?<![\\w:.-])${name}\\s{0,20}=\\s{0,20}(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found === null ? null : unescapeXml(found[1] ?? found[2] ?? "")
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: "\"", apos: "'" }

const unescapeXml = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return entities[name] ?? whole
      const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    }
  )
