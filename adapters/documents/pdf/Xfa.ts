import type { XfaEvent } from "../../../core/documents/Fact.ts"

/** Events of one form that are looked at. */
export const xfaEventsMax = 10_000
/** Of a script. */
export const xfaScriptCharsMax = 100_000
/** Of all scripts of a form. */
export const xfaScriptsCharsMax = 1_000_000

/**
 * Scripts and submissions of an XML form (XFA Specification 3.3, chapter 10), with the activity that sets them off. Read as
 * text and not as XML, so that a form that is not well-formed hides nothing.
 */
export const readXfa = (
  xml: string
): { readonly scripts: ReadonlyArray<XfaEvent>; readonly submits: ReadonlyArray<XfaEvent> } => {
  const scripts: Array<XfaEvent> = []
  const submits: Array<XfaEvent> = []
  let [activity, chars] = ["", 0]
  const tags = /<(\/?)(?:\w{1,32}:)?(event|calculate|validate|script|submit)\b([^>]{0,4096})>/g
  for (let tag = tags.exec(xml), count = 0; tag !== null && count < xfaEventsMax; tag = tags.exec(xml), count++) {
    const [whole, slash, name, attributes = ""] = tag
    if (slash === "/") {
      if (name !== "script" && name !== "submit") activity = ""
    } else if (name === "event") activity = attributeOf(attributes, "activity") ?? "click"
    else if (name === "calculate" || name === "validate") activity = name
    else if (name === "submit") submits.push({ activity, text: attributeOf(attributes, "target") ?? "" })
    else if (!attributes.endsWith("/")) {
      const from = tag.index + whole.length
      const end = xml.indexOf("</", from)
      const text = unescapeXml(xml.slice(from, Math.min(end < 0 ? xml.length : end, from + xfaScriptCharsMax)))
      chars += text.length
      if (chars <= xfaScriptsCharsMax) scripts.push({ activity, text })
      tags.lastIndex = end < 0 ? xml.length : end
    }
  }
  return { scripts, submits }
}

const attributeOf = (attributes: string, name: string): string | null => {
  const found = new RegExp(`\\b${name}\\s{0,20}=\\s{0,20}(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found === null ? null : unescapeXml(found[1] ?? found[2] ?? "")
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: "\"", apos: "'" }

const unescapeXml = (text: string): string =>
  text.replaceAll(/<!\[CDATA\[|\]\]>/g, "").replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return entities[name] ?? whole
      const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    }
  )
