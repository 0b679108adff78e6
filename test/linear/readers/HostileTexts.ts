/** A text of any length that is made to be slow to read. */
export interface HostileText {
  readonly name: string
  /** @param chars about as many characters */
  readonly ofChars: (chars: number) => string
}

/** One character again and again, of each kind that readers distinguish. */
const runs = [
  ..." \t\n\r\0a0Z_-.,:;/\\\"'<>()[]{}=+*?!#&%@|$^~`éя漢\u0301\u200b\u202e\u00a0",
  "\u{1d400}",
  "\u{1f600}",
  "\u{1f468}\u200d",
  "\ud800"
]

/** Two in turn. */
const turns = [
  " a",
  "a.",
  "a-",
  "a@",
  "a,",
  "a;",
  "a=",
  "a\n",
  "a:",
  "./",
  "a/",
  "\\\"",
  "\n\t",
  "%2",
  "%25",
  "&#",
  "1.",
  "=\n",
  "a ",
  "[.]"
]

/** Openers of what is never closed. */
const openers = [
  "<a ",
  "<!--",
  "<![CDATA[",
  "<a b=\"",
  "/*",
  "//",
  "{\"a\":",
  "[[",
  "(\"",
  "${",
  "\\(",
  "&lt;",
  "<<",
  "{{"
]

/** What nearly is something that readers look for. */
const nearMisses = [
  "http:",
  "http://",
  "https://a.",
  "www.a",
  "hxxp://",
  "a@b.c",
  "http://a@",
  "javascript:void ",
  "data:text/html,",
  "xn--a-",
  "127.0.0.",
  "0x7f.",
  "::1:",
  "a dot com ",
  "%68%74",
  "=?utf-8?q?=",
  "v i a g r a ",
  "\u0430a"
]

const repeated = (pump: string, chars: number): string => pump.repeat(Math.ceil(chars / pump.length))

const named = (pump: string): string => JSON.stringify(pump)

/** Characters that most slow readers are slow on: each reader gets them in every run. */
export const commonPumps: ReadonlyArray<string> = [" ", "a", "0", "\n", ".", "/", "\"", "("]

/** Texts of one kind each. */
export const hostileTexts: ReadonlyArray<HostileText> = [...runs, ...turns, ...openers, ...nearMisses].flatMap((pump) =>
  hostileTextsOf(pump)
)

/** A pump alone, and within what is no pump: then nothing matches in the end. */
export function hostileTextsOf(pump: string): ReadonlyArray<HostileText> {
  return [
    { name: `${named(pump)}…`, ofChars: (chars) => repeated(pump, chars) },
    { name: `"x"${named(pump)}…"\\u0001y"`, ofChars: (chars) => `x${repeated(pump, chars)}\u0001y` }
  ]
}
