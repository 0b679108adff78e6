import { glossary } from "../../parts/text/Glossary.ts"

/** Spellings of abbreviations and names in codes. */
const spellings: ReadonlyMap<string, string> = new Map([
  ...["url", "seo", "ip", "xml", "xfa", "xlm", "dde", "ole", "rtf", "qr", "ui", "html"].map((word) =>
    [word, word.toUpperCase()] as const
  ),
  ["javascript", "JavaScript"],
  ["activex", "ActiveX"],
  ["addin", "add-in"]
])

/** Formats a code for use within a sentence: `malicious_url` becomes `malicious URL`. */
export const codeInSentence = (code: string): string =>
  code.toLowerCase().split("_").map((word) => spellings.get(word) ?? word).join(" ")

/** Formats a code as a label: `REMOTE_TEMPLATE` becomes `Remote template`. */
export const codeLabel = (code: string): string => {
  const text = codeInSentence(code)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const glossaryLabels: ReadonlyMap<string, string> = new Map([
  ["disposable_email", glossary.disposable],
  ["role_account", glossary.role],
  ["public_email", glossary.freeProvider],
  ["spam_content", glossary.spamWording]
])

/** Returns the label of a lead category: `link_building` becomes "Link building". */
export const categoryLabel = (category: string): string => {
  const name = glossaryLabels.get(category)
  if (name !== undefined) return name
  const words = category.replaceAll("_", " ").replace(/\burl\b/g, "link").replace(/\bseo\b/g, "SEO")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Returns the label of a lead category for use within a sentence: `link building`. An initial abbreviation stays: `SEO
 * offer`.
 */
export const categoryInSentence = (category: string): string => {
  const title = categoryLabel(category)
  return /^[A-Z]{2}/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1)
}
