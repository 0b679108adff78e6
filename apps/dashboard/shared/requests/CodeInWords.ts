/** Words of codes that are not written in small letters. */
const spelled: ReadonlyMap<string, string> = new Map([
  ...["url", "seo", "ip", "xml", "xfa", "xlm", "dde", "ole", "rtf", "qr", "ui", "html"].map((word) =>
    [word, word.toUpperCase()] as const
  ),
  ["javascript", "JavaScript"],
  ["activex", "ActiveX"],
  ["addin", "add-in"]
])

/** `malicious_url` → `malicious URL`, for within a sentence. */
export const codeWithin = (code: string): string =>
  code.toLowerCase().split("_").map((word) => spelled.get(word) ?? word).join(" ")

/** `REMOTE_TEMPLATE` → `Remote template`. */
export const codeInWords = (code: string): string => {
  const text = codeWithin(code)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
