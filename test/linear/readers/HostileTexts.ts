/** A text of any length that is designed to be slow to read. */
export interface HostileText {
  readonly name: string
  /** Returns a text of about `chars` characters. */
  readonly build: (chars: number) => string
}

/** Characters to repeat: at least one of each kind that readers distinguish. */
const runs = [
  ..." \t\n\r\0a0Z_-.,:;/\\\"'<>()[]{}=+*?!#&%@|$^~`éя漢\u0301\u200b\u202e\u00a0",
  "\u{1d400}",
  "\u{1f600}",
  "\u{1f468}\u200d",
  "\ud800"
]

/** Short texts to repeat, in which two kinds of characters alternate. */
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

/** Openers that are never closed. */
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

/** Texts that almost match what readers search for. */
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

/** Characters on which most slow readers are slow. Each reader gets them in every run. */
export const commonPumps: ReadonlyArray<string> = [" ", "a", "0", "\n", ".", "/", "\"", "("]

/** Hostile texts of all the kinds above. */
export const hostileTexts: ReadonlyArray<HostileText> = [...runs, ...turns, ...openers, ...nearMisses].flatMap((pump) =>
  hostileTextsOf(pump)
)

/**
 * Returns two texts: the repeated pump, and the repeated pump between other characters.
 *
 * The other characters prevent a match at the end.
 */
export function hostileTextsOf(pump: string): ReadonlyArray<HostileText> {
  return [
    { name: `${named(pump)}…`, build: (chars) => repeated(pump, chars) },
    { name: `"x"${named(pump)}…"\\u0001y"`, build: (chars) => `x${repeated(pump, chars)}\u0001y` }
  ]
}
