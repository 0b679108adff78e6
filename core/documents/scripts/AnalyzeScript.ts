import { type ScriptToken, scriptTokens } from "./ScriptTokens.ts"

/** What a script of a PDF does, by what it calls; it is never run. */
export interface ScriptAnalysis {
  /** Opens an address, or sends by mail or as a form: what a link or a button may do as well. */
  readonly opens: ReadonlyArray<string>
  /** Reads, writes or opens files, or talks to hosts without anybody seeing it. */
  readonly reaches: ReadonlyArray<string>
  /** Functions that are called only to break a reader. */
  readonly exploits: ReadonlyArray<string>
  /** How it hides what it does, or null. */
  readonly hiding: string | null
  /** Runs text that it puts together (`eval`). */
  readonly evaluates: boolean
  /** Absolute addresses in its strings. */
  readonly urls: ReadonlyArray<string>
  /** Paths such as `\\host\share` in its strings. */
  readonly uncPaths: ReadonlyArray<string>
  /** Nothing but the functions that Acrobat offers for formatting and checking fields, and tests of the field's value. */
  readonly isFormatting: boolean
}

/** JavaScript for Acrobat API Reference (Adobe); the others are of browsers, in which viewers run. */
const opening = new Set(["launchURL", "getURL", "submitForm", "mailDoc", "mailForm", "mailMsg", "mailGetAddrs"])

const reaching = new Set([
  "SOAP",
  "RSS",
  "ADBC",
  "XMLHttpRequest",
  "WebSocket",
  "fetch",
  "sendBeacon",
  "openDoc",
  "openFDF",
  "importDataObject",
  "exportDataObject",
  "createDataObject",
  "openDataObject",
  "importAnFDF",
  "importAnXFDF",
  "importXFAData",
  "exportXFAData",
  "importTextData",
  "importIcon",
  "readFileIntoStream",
  "streamFromString",
  "saveAs",
  "browseForDoc",
  "trustedFunction",
  "trustPropagatorFunction",
  "beginPriv",
  "addWatermarkFromFile",
  "insertPages"
])

/** CVE-2007-5659, CVE-2008-2992, CVE-2009-0927, CVE-2009-1493, CVE-2009-4324, CVE-2010-4091. */
const exploiting = new Set([
  "collectEmailInfo",
  "getIcon",
  "customDictionaryOpen",
  "newPlayer",
  "printSeps",
  "removeToolButton"
])

const evaluating = new Set(["eval", "Function", "execScript"])
const building = new Set(["fromCharCode", "fromCodePoint", "unescape", "decodeURIComponent", "atob", "charCodeAt"])

/** Characters of a string that nobody reads: longer ones of hex digits, escapes or base 64 are a payload. */
const payloadCharsMin = 256

export const analyzeScript = (source: string): ScriptAnalysis => {
  const tokens = foldStrings(scriptTokens(source))
  const names = new Set<string>()
  const strings: Array<string> = []
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === "string") strings.push(text)
    // `app["launchURL"]`: a string is a name where it stands in brackets.
    if (kind === "name" || kind === "string" && tokens[at - 1]?.text === "[") names.add(text)
  }
  const called = (wanted: ReadonlySet<string>) => [...wanted].filter((name) => names.has(name))
  const evaluates = called(evaluating).length > 0
  const builds = called(building)
  const printf = names.has("printf") && strings.some((text) => /%\d{3,}/.test(text)) ? ["printf"] : []
  const payload = strings.find(isPayload)
  return {
    opens: called(opening),
    reaches: called(reaching),
    exploits: [...called(exploiting), ...printf],
    hiding: payload !== undefined
      ? "a long encoded text"
      : evaluates && builds.length > 0
      ? `text that is put together by ${builds[0]} and run`
      : null,
    evaluates,
    urls: strings.flatMap((text) => text.match(/\b(?:https?|ftp):\/\/[^\s"'<>\\]{1,2000}/gi) ?? []),
    uncPaths: strings.filter((text) => /^\s*(?:\\\\|file:\/\/(?!\/))[^\\/?\s]/.test(text)),
    isFormatting: tokens.every(isHarmless)
  }
}

/** Adjacent strings that `+` joins, and `String.fromCharCode` of numbers, as one string. */
const foldStrings = (tokens: ReadonlyArray<ScriptToken>): ReadonlyArray<ScriptToken> => {
  const folded: Array<ScriptToken> = []
  /** Pieces of the string that is being joined. */
  let pieces: Array<string> | null = null
  const flush = () => {
    if (pieces !== null) folded.push({ kind: "string", text: pieces.join("") })
    pieces = null
  }
  for (let at = 0; at < tokens.length; at++) {
    const codes = charCodesAt(tokens, at)
    const token = tokens[at]!
    if (codes !== null || token.kind === "string") {
      pieces = [...(pieces ?? []), codes?.text ?? token.text]
      if (codes !== null) at = codes.last
      const [plus, next] = [tokens[at + 1], tokens[at + 2]]
      const goesOn = plus?.text === "+" && (next?.kind === "string" || next?.text === "String")
      if (goesOn && (next.kind === "string" || charCodesAt(tokens, at + 2) !== null)) at++
      else flush()
    } else folded.push(token)
  }
  flush()
  return folded
}

/** `String.fromCharCode(104, 0x74)` from here: its text, and where it ends. */
const charCodesAt = (tokens: ReadonlyArray<ScriptToken>, at: number) => {
  if (tokens[at]?.text !== "String" || !/^from(?:CharCode|CodePoint)$/.test(tokens[at + 2]?.text ?? "")) return null
  if (tokens[at + 3]?.text !== "(") return null
  let text = ""
  for (let next = at + 4; next < tokens.length; next++) {
    const token = tokens[next]!
    if (token.text === ")") return { text, last: next }
    if (token.kind === "number") text += String.fromCharCode(Number(token.text) & 0xffff)
    else if (token.text !== ",") return null
  }
  return null
}

const isPayload = (text: string): boolean => {
  if (text.length < payloadCharsMin) return false
  const encoded = text.match(/%u?[0-9a-f]{2,4}|\\x[0-9a-f]{2}/gi)
  if (encoded !== null && encoded.join("").length > text.length / 2) return true
  return /^[0-9a-f]+$/i.test(text) || /^[A-Za-z0-9+/]+={0,2}$/.test(text) && /\d/.test(text) && /[a-z]/.test(text)
}

const formatting =
  /^(?:AF[A-Z]\w*|AutoTab|event|value|target|rc|change|willCommit|selStart|selEnd|commitKey|name|this|getField|if|else|var|new|Array|String|Number|Math|round|floor|max|min|parseInt|parseFloat|isNaN|toString|toUpperCase|toLowerCase|length|null|true|false|display|visible|hidden|readonly|app|alert|util|printd|printx|Date|for|return|function|util|strokeColor|fillColor|color|border|required|isBoxChecked|valueAsString|setFocus|resetForm|calculateNow)$/

/** Names beside those of fields are variables; what is called is in the list. */
const isHarmless = ({ kind, text }: ScriptToken, at: number, tokens: ReadonlyArray<ScriptToken>): boolean =>
  kind !== "name" || formatting.test(text) || tokens[at + 1]?.text !== "(" && tokens[at - 1]?.text !== "."
