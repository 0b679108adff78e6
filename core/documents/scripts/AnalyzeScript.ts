import { foldStrings } from "./FoldStrings.ts"
import { scriptCharsMax, type ScriptToken, scriptTokens } from "./ScriptTokens.ts"

/**
 * Calls of a script that may only show a menu or select a word (`isDisplaying`). `calls` excludes functions known to be
 * harmless. Another script of the same document may define the functions in `calls`.
 */
export interface DisplayBehavior {
  readonly isDisplaying: boolean
  readonly calls: ReadonlyArray<string>
  readonly defined: ReadonlyArray<string>
}

/** Effects of a PDF script, judged by the functions that it calls. The script is never run. */
export interface ScriptAnalysis {
  readonly isEmpty: boolean
  /** Called functions that open an address, send mail or submit a form. Links and buttons may do the same. */
  readonly opens: ReadonlyArray<string>
  /** Called functions that read, write or open files, or contact hosts without the user noticing. */
  readonly accesses: ReadonlyArray<string>
  /** Called functions that only exploits call. */
  readonly exploits: ReadonlyArray<string>
  /** How the script hides its effects; null if it hides none. */
  readonly concealment: string | null
  /** The script runs code from strings, for example with `eval`, or computes the name of a function that it calls. */
  readonly evaluates: boolean
  /** Absolute URLs in the script's strings. */
  readonly urls: ReadonlyArray<string>
  /** Paths such as `\\host\share` in the script's strings. */
  readonly uncPaths: ReadonlyArray<string>
  /** The script uses only Acrobat's functions for formatting and checking fields, and tests of the field's value. */
  readonly isFormatting: boolean
  /** The script shows its own dialog box. */
  readonly showsDialog: boolean
  readonly display: DisplayBehavior
  /** The script only prints the document or sets how it is displayed. */
  readonly isViewOnly: boolean
}

/**
 * Functions that open an address, send mail or submit a form. Sources: Adobe, JavaScript for Acrobat API Reference, and
 * XFA Specification 3.3, "host".
 */
const openingFunctions = new Set([
  "launchURL",
  "getURL",
  "gotoURL",
  "submitForm",
  "mailDoc",
  "mailForm",
  "mailMsg",
  "mailGetAddrs"
])

/** Functions that access files or hosts. Includes browser functions, because some viewers run in browsers. */
const accessFunctions = new Set([
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
  "insertPages",
  "extractPages",
  "embedDocAsDataObject",
  "openPlayer",
  "getURLData",
  "HTTP"
])

/**
 * Functions with vulnerabilities that scripts exploited. Sources: CVE-2007-5659, CVE-2008-2992, CVE-2009-0927,
 * CVE-2009-1493, CVE-2009-4324, CVE-2010-4091.
 */
const exploitFunctions = new Set([
  "collectEmailInfo",
  "getIcon",
  "customDictionaryOpen",
  "newPlayer",
  "printSeps",
  "removeToolButton"
])

const evalFunctions = new Set(["eval", "Function", "execScript"])
/** Functions that run code from a string, at once or later. */
const textRunners = new Set([
  ...evalFunctions,
  "setTimeOut",
  "setTimeout",
  "setInterval",
  "addScript",
  "setAction",
  "setPageAction"
])
/** Maximum nesting of code in strings that the script runs. */
const runDepthMax = 3
const textBuilders = new Set(["fromCharCode", "fromCodePoint", "unescape", "decodeURIComponent", "atob", "charCodeAt"])

/** Minimum characters of an encoded payload: a string of hex digits, escapes or Base64 that is not meant for people. */
const payloadCharsMin = 256

export const analyzeScript = (source: string): ScriptAnalysis => {
  const scriptWords: ScriptWords = {
    calls: new Set(),
    defined: new Set(),
    names: new Set(),
    strings: [],
    isFormatting: true,
    isViewOnly: true,
    computesFunction: false,
    hasComputedMember: false
  }
  collect(source, scriptWords, 0)
  const { calls, defined, isFormatting, isViewOnly, names, computesFunction, strings } = scriptWords
  const called = (wanted: ReadonlySet<string>) => [...wanted].filter((name) => names.has(name))
  const urls = strings.flatMap((text) => text.match(/\b(?:https?|ftp):\/\/[^\s"'<>\\]{1,2000}/gi) ?? [])
  const evaluates = computesFunction || scriptWords.hasComputedMember && urls.length > 0 ||
    called(evalFunctions).length > 0
  const builds = called(textBuilders)
  const printf = names.has("printf") && strings.some((text) => /%\d{3,}/.test(text)) ? ["printf"] : []
  const payload = strings.find(isPayload)
  return {
    isEmpty: source.trim() === "",
    opens: called(openingFunctions),
    accesses: called(accessFunctions),
    exploits: [...called(exploitFunctions), ...printf],
    concealment: source.length >= scriptCharsMax
      ? "more code than is analyzed"
      : payload !== undefined
      ? "a long encoded text"
      : evaluates && builds.length > 0
      ? `code built by ${builds[0]} and then run`
      : null,
    evaluates,
    urls,
    uncPaths: strings.filter((text) => uncPath.test(text)),
    isFormatting,
    display: { isDisplaying: called(displayFunctions).length > 0, calls: [...calls], defined: [...defined] },
    showsDialog: names.has("alert") || names.has("response"),
    // Excludes scripts with strings, because a script may only set a string that another script uses.
    isViewOnly: isViewOnly && strings.length === 0 && called(viewFunctions).length > 0
  }
}

/** Matches a UNC path or `file://host` at the start of a string, but not escapes of regular expressions (`\\d`). */
const uncPath = /^\s*(?:\\\\(?:\?\\UNC\\)?(?:[\w.@%:-]{3,255}(?:[\\/]|$)|[\w.@%:-]{1,255}[\\/])|file:\/\/[^\\/?\s])/i

/** Words collected from the tokens of a script, and of the strings that it runs as code. */
interface ScriptWords {
  /** Called functions and accessed members that no list of harmless names contains. */
  readonly calls: Set<string>
  /** Functions that the script defines. */
  readonly defined: Set<string>
  readonly names: Set<string>
  readonly strings: Array<string>
  isFormatting: boolean
  isViewOnly: boolean
  /** The script computes the name of the function that it calls. */
  computesFunction: boolean
  /** The script calls a member with a computed name, on an object of unknown type. */
  hasComputedMember: boolean
}

const collect = (source: string, words: ScriptWords, depth: number): void => {
  const tokens = foldStrings(scriptTokens(source))
  const strings: Array<string> = []
  let constructors = 0
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === "string") strings.push(text)
    // A string in brackets after a value counts as a name, as in `app["launchURL"]`.
    const isName = kind === "name" || kind === "string" && tokens[at - 1]?.text === "[" && isValue(tokens[at - 2])
    if (isName) words.names.add(text)
    // Two uses of `constructor` may yield the `Function` constructor, as in `"".constructor.constructor`.
    if (isName && text === "constructor" && ++constructors === 2) words.computesFunction = true
    if (isName && createsFunction(tokens, at)) words.computesFunction = true
  }
  const computed = computedMembers(tokens)
  words.hasComputedMember ||= computed.size > 0
  if (computed.has("app")) words.computesFunction = true
  for (const text of strings) {
    words.strings.push(text)
    // For `app[a]()`, any string of the script may be the called name.
    if (computed.size > 0) words.names.add(text)
  }
  if (computed.size > 0) words.calls.add(anyMember)
  for (const [at, token] of tokens.entries()) {
    if (tokens[at - 1]?.text === "function" && token.kind === "name") words.defined.add(token.text)
    if (!usesOnly(formattingNames)(token, at, tokens) && !usesOnly(displayNames)(token, at, tokens)) {
      words.calls.add(token.kind === "string" || tokens[at - 1]?.text === "." ? anyMember : token.text)
    }
  }
  words.isFormatting &&= computed.size === 0 &&
    tokens.every((token, at) => usesOnly(formattingNames)(token, at, tokens) || isPicturePrompt(tokens, at))
  words.isViewOnly &&= computed.size === 0 && tokens.every(usesOnly(viewNames))
  if (depth === runDepthMax || !tokens.some(({ text }) => textRunners.has(text))) return
  for (const text of strings) if (/[\w$\])]\s*[(`[]/.test(text)) collect(text, words, depth + 1)
}

/**
 * Reports whether the name at an index gets or creates a function from a computed string. Examples are
 * `a.constructor(b)`, `Reflect.get(app, b)`, `Object.values(app)`, and `setTimeOut` with an argument that is neither a
 * string nor a function.
 */
const createsFunction = (tokens: ReadonlyArray<ScriptToken>, at: number): boolean => {
  const [name, after, first] = [tokens[at]?.text, tokens[at + 1]?.text, tokens[at + 2]]
  if (name === undefined) return false
  if (name === "constructor") return after === "(" && tokens[at - 1]?.text === "."
  if (memberFunctions.has(name)) return after === "(" && first?.text === "app"
  if (!timerFunctions.has(name)) return false
  if (after !== "(") return true
  return first?.kind === "name" && first.text !== "function" && /^[.([]$/.test(tokens[at + 3]?.text ?? "")
}

/** Functions of `Object` and `Reflect` that return members of an object. */
const memberFunctions = new Set(["entries", "get", "getOwnPropertyDescriptor", "getOwnPropertyDescriptors", "values"])
/** Functions that run code from a string later. */
const timerFunctions = new Set(["setTimeOut", "setInterval"])

/** Reports whether a member access, including `?.[`, can follow the token. */
const isValue = (token: ScriptToken | undefined): token is ScriptToken =>
  token !== undefined && (token.kind !== "sign" || ")].".includes(token.text))

/** Returns the names `a` of every `a[b](` and every `app[b]` in which `b` is neither a string nor a number. */
const computedMembers = (tokens: ReadonlyArray<ScriptToken>): ReadonlySet<string> => {
  const opened: Array<number> = []
  const computed = new Set<string>()
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== "sign") continue
    if (text === "[") opened.push(at)
    const from = text === "]" ? opened.pop() : undefined
    if (from === undefined) continue
    const value = tokens[from - 1]
    if (!isValue(value)) continue
    const isPlain = at === from + 2 && tokens[from + 1]?.kind !== "name"
    const owner = value.text === "." ? tokens[from - 3]?.text : value.text
    if (!isPlain && owner !== undefined && (owner === "app" || tokens[at + 1]?.text === "(")) computed.add(owner)
  }
  return computed
}

const isPayload = (text: string): boolean => {
  if (text.length < payloadCharsMin) return false
  const encoded = text.match(/%u?[0-9a-f]{2,4}|\\x[0-9a-f]{2}/gi)
  if (encoded !== null && encoded.join("").length > text.length / 2) return true
  return /^[0-9a-f]+$/i.test(text) || /^[A-Za-z0-9+/]+={0,2}$/.test(text) && /\d/.test(text) && /[a-z]/.test(text)
}

const formattingNames =
  /^(?:AF[A-Z]\w*|AutoTab|event|value|target|rc|change|willCommit|selStart|selEnd|commitKey|name|this|getField|if|else|var|new|Array|String|Number|Math|round|floor|abs|max|min|parseInt|parseFloat|isNaN|toString|toUpperCase|toLowerCase|length|null|true|false|display|visible|hidden|readonly|app|alert|util|printd|printx|Date|for|return|function|strokeColor|fillColor|textColor|color|convert|border|required|isBoxChecked|valueAsString|setFocus|resetForm|calculateNow)$/

/** Reports whether a token starts `buttonImportIcon()`, which lets the user choose a picture if no path is given. */
const isPicturePrompt = (tokens: ReadonlyArray<ScriptToken>, at: number): boolean =>
  tokens[at]?.text === "buttonImportIcon" && tokens[at + 1]?.text === "(" && tokens[at + 2]?.text === ")"

/** Marker of an unknown member in `calls`. No script can define a function with this name. */
const anyMember = "."

/** Functions that show a harmless menu or select a word (common in circuit diagrams). */
const displayFunctions = new Set(["popUpMenu", "selectPageNthWord"])

const displayNames =
  /^(?:popUpMenu|selectPageNthWord|getPageNumWords|getPageNthWord|getPageNthWordQuads|Matrix2D|fromRotated|invert|transform|split|bScroll|while|break|continue)$/

const viewFunctions = new Set(["print", "zoom", "zoomType", "pageNum", "layout", "isFullScreen"])

const viewNames =
  /^(?:this|print|printParams|getPrintParams|pp|interactive|constants|interactionLevels?|automatic|full|silent|firstPage|lastPage|pageHandlings?|numPages|pageNum|zoom|zoomType|zoomtype|none|fitP|fitW|fitH|fitV|pref|refW|layout|fullScreen|fs|isFullScreen|app|true|false|var|viewState|dirty)$/

/** Returns a check that a token is harmless. A name that is not called and is not a member passes as a variable. */
const usesOnly = (harmless: RegExp) =>
(
  { kind, text }: ScriptToken,
  at: number,
  tokens: ReadonlyArray<ScriptToken>
): boolean => {
  const [before, after] = [tokens[at - 1]?.text, tokens[at + 1]?.text]
  if (kind === "string") return before !== "[" || after !== "]" || tokens[at + 2]?.text !== "(" || harmless.test(text)
  return kind !== "name" || harmless.test(text) || after !== "(" && before !== "."
}
