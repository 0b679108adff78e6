/**
 * Matches the class names in the component library's style sheet. A class name also occurs in the script of its
 * component.
 */
const componentClass = /\bm_[\da-f]{5,8}\b/g

/** Returns the component classes that the scripts contain. */
export const usedClasses = (scripts: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(scripts.flatMap((text) => text.match(componentClass) ?? []))

/**
 * Removes comments and the rules of unused components from the library's style sheet. Keeps selectors that name a used
 * component or no component. Also keeps unknown at-rules.
 */
export const keepUsedStyles = (css: string, used: ReadonlySet<string>): string =>
  usedRules(css.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, ""), used)

const usedRules = (css: string, used: ReadonlySet<string>): string => {
  let filtered = ""
  for (let at = 0; at < css.length;) {
    const open = indexOutsideText(css, at, "{;")
    if (open < 0 || css[open] === ";") {
      const end = open < 0 ? css.length : open + 1
      filtered += css.slice(at, end)
      at = end
      continue
    }
    const close = closingBrace(css, open)
    const head = css.slice(at, open)
    filtered += filterRule(head, css.slice(open + 1, close), used)
    at = close + 1
  }
  return filtered
}

const filterRule = (head: string, body: string, used: ReadonlySet<string>): string => {
  if (/^\s*@(?:media|supports|container|layer)\b/.test(head)) {
    const inner = usedRules(body, used)
    return inner.trim() === "" ? "" : `${head}{${inner}}`
  }
  if (head.trimStart().startsWith("@")) return `${head}{${body}}`
  const selectors = splitOutside(head).filter((selector) => {
    const named = selector.match(componentClass)
    return named === null || named.some((name) => used.has(name))
  })
  return selectors.length === 0 ? "" : `${selectors.join(",")}{${body}}`
}

/** Returns the index of the next wanted character outside of quotes and brackets, or -1. */
const indexOutsideText = (text: string, from: number, wanted: string): number => {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const char = text[at]!
    if (char === "\\") at += 1
    else if (char === "\"" || char === "'") at = endOfText(text, at)
    else if (char === "(" || char === "[") depth += 1
    else if (char === ")" || char === "]") depth -= 1
    else if (depth === 0 && wanted.includes(char)) return at
  }
  return -1
}

const endOfText = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at += 1
    else if (text[at] === text[from]) return at
  }
  return text.length
}

const closingBrace = (text: string, open: number): number => {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    const char = text[at]!
    if (char === "\\") at += 1
    else if (char === "\"" || char === "'") at = endOfText(text, at)
    else if (char === "{") depth += 1
    else if (char === "}") {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return text.length
}

const splitOutside = (head: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let from = 0
  for (let at = indexOutsideText(head, 0, ","); at >= 0; at = indexOutsideText(head, from, ",")) {
    parts.push(head.slice(from, at))
    from = at + 1
  }
  return [...parts, head.slice(from)]
}
