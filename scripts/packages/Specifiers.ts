import { parseSync } from "oxc-parser"

/** Import types in declarations, such as `import("effect/Layer").Layer`. The parser lists only imports of values. */
const importType = /(?<=\bimport\(")[^"\n]+(?=")/g

/** Returns the module specifiers of all imports and re-exports in a JavaScript module or a declaration file. */
export const specifiersOf = (file: string, text: string): ReadonlyArray<string> =>
  specifierSpans(file, text).map(([start, end]) => text.slice(start, end))

/** Replaces the module specifiers of all imports and re-exports. */
export const replaceSpecifiers = (file: string, text: string, replace: (specifier: string) => string): string => {
  let rewritten = ""
  let last = 0
  for (const [start, end] of specifierSpans(file, text)) {
    rewritten += text.slice(last, start) + replace(text.slice(start, end))
    last = end
  }
  return rewritten + text.slice(last)
}

/** Start and end of each specifier, without its quotes, in the order of the text. */
const specifierSpans = (file: string, text: string): ReadonlyArray<readonly [start: number, end: number]> => {
  const { module } = parseSync(file, text)
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? []))
  ]
  // Entries of one statement share their specifier.
  const spans = new Map(requests.map(({ end, start }) => [start + 1, end - 1]))
  for (const { moduleRequest: { end, start } } of module.dynamicImports) {
    if (text[start] === "\"") spans.set(start + 1, end - 1)
  }
  if (file.endsWith(".d.ts")) {
    for (const { 0: { length }, index } of text.matchAll(importType)) spans.set(index, index + length)
  }
  return [...spans].toSorted(([one], [other]) => one - other)
}
