import type { VbaModule } from "../facts/Fact.ts"
import { type CallEffect, declarationEffect, effectOf, openEffect, setEffect } from "./VbaCalls.ts"
import { type Call, ExpressionFolder, type FoldingListener } from "./VbaFolding.ts"
import { obfuscationOf } from "./VbaObfuscation.ts"
import { hasCode, type ParsedModule, parseModule, type Procedure } from "./VbaProcedures.ts"
import { isAutomatic, type ProcedureCalls, reachableFrom } from "./VbaReach.ts"
import { resultsMax, VbaTexts } from "./VbaTexts.ts"
import { isAnyWord, isMark, lowerCaseWordOf, type Statement } from "./VbaTokens.ts"
import { isFullyKnown, precedenceOf, textOrUnknown, type VbaValue } from "./VbaValue.ts"

/** Effects of a document's macros, derived from their source code. */
export interface VbaAnalysis {
  /** The modules contain more than `Attribute` and `Option` lines, comments and empty procedures. */
  readonly hasCode: boolean
  /** The modules contain at least one procedure, even an empty one. */
  readonly hasProcedures: boolean
  /** Names of procedures that run automatically, as spelled in the source. */
  readonly autoRuns: ReadonlyArray<string>
  /** Calls anywhere in the source that write files, code or memory, including code behind a button. */
  readonly writes: ReadonlyArray<string>
  /** Calls anywhere in the source that start programs or code. */
  readonly executes: ReadonlyArray<string>
  /**
   * Effects that `autoRuns` reach, directly or through calls. Contains items of `writes` and `executes`, and names
   * hidden in strings, and calls that fetch, send or press keys. Excludes code that only a click runs, for example a button that writes a file.
   */
  readonly automaticEffects: ReadonlyArray<string>
  /** Dangerous names in strings, in lower case. Includes strings that are concatenated, reversed or decoded. */
  readonly namesInTexts: ReadonlyArray<string>
  readonly urls: ReadonlyArray<string>
  readonly isObfuscated: boolean
  /** Method of obfuscation; null if the source is readable. */
  readonly obfuscation: string | null
}

/**
 * Analyzes macros from their source code, in linear time. Never executes anything.
 *
 * @param formTexts texts of form controls, where macros can keep strings outside the source
 */
export const analyzeVba = (
  modules: ReadonlyArray<VbaModule>,
  formTexts: ReadonlyArray<string> = []
): VbaAnalysis => {
  const parsed = modules.map(parseModule)
  const reader = new MacroReader(parsed)
  for (const text of formTexts) {
    reader.texts.addLiteral(text)
    reader.texts.addFolded(text)
  }
  const autoRuns = reader.procedures.filter(({ procedure }) => isAutomatic(procedure))
  const reached = reachableFrom(autoRuns, reader.procedures)
  const effects = [...reader.procedures.flatMap(({ effects }) => effects), ...reader.declared.values()]
  const obfuscation = obfuscationOf(reader.texts, reader)
  return {
    hasCode: parsed.some(hasCode),
    hasProcedures: reader.procedures.length > 0,
    autoRuns: uniqueNames(autoRuns.map(({ name }) => name)),
    writes: uniqueNames(effects.filter(({ kind }) => kind === "writes").map(({ label }) => label)),
    executes: uniqueNames(effects.filter(({ kind }) => kind === "executes").map(({ label }) => label)),
    automaticEffects: uniqueNames(
      [...reached].flatMap(({ effects, hidden }) => [...effects.map(({ label }) => label), ...hidden])
    ),
    namesInTexts: [...reader.texts.names],
    urls: [...reader.texts.urls],
    isObfuscated: obfuscation !== null,
    obfuscation
  }
}

const uniqueNames = (names: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(names)].slice(0, resultsMax)

interface AnalyzedProcedure extends ProcedureCalls {
  readonly procedure: Procedure
  readonly effects: ReadonlyArray<CallEffect>
  /** Dangerous names hidden in the procedure's strings. */
  readonly hidden: ReadonlyArray<string>
}

/** Results collected from the statements of one procedure. */
interface ProcedureEffects {
  readonly effects: Array<CallEffect>
  readonly hidden: Array<string>
  readonly words: Set<string>
  callsUnknown: boolean
}

const noEffects = (): ProcedureEffects => ({ effects: [], hidden: [], words: new Set(), callsUnknown: false })

/** Maximum effects of each kind, and maximum hidden names, stored per procedure. */
const effectsMax = 64

/** Adds an effect up to the maximum of its kind, so that many writes cannot hide the start of a program. */
const addEffect = (effects: Array<CallEffect>, effect: CallEffect): void => {
  if (effects.filter(({ kind }) => kind === effect.kind).length < effectsMax) effects.push(effect)
}

class MacroReader {
  readonly texts = new VbaTexts()
  readonly procedures: ReadonlyArray<AnalyzedProcedure>
  /** Dangerous library functions, by the lower-case names that the source declares for them. */
  readonly declared: ReadonlyMap<string, CallEffect>
  readonly names = new Set<string>()
  builtLetters = 0
  hasDecoder = false

  constructor(modules: ReadonlyArray<ParsedModule>) {
    this.declared = declaredBy(modules)
    for (const { procedures, statements } of modules) {
      for (const statement of statements) this.readLiterals(statement)
      for (const { body, header, name } of procedures) {
        this.names.add(name)
        for (const statement of [header, ...body]) this.readLiterals(statement)
      }
    }
    const constants = constantsOf(modules)
    for (const { statements } of modules) {
      const folding = new ExpressionFolder(constants, this.listener(noEffects()))
      for (const statement of statements) folding.run(statement)
      folding.finish()
    }
    this.procedures = modules.flatMap(({ procedures }) =>
      procedures.map((procedure) => this.readProcedure(procedure, constants))
    )
  }

  private readLiterals(statement: Statement): void {
    for (const [at, token] of statement.entries()) {
      if (token.kind === "text") this.texts.addLiteral(token.text)
      else if (token.kind === "word") {
        if (decoders.has(token.name)) this.hasDecoder = true
        if (at === 0 || isAnyWord(statement[at - 1], declarationKeywords)) this.names.add(token.text)
        if (characterFunctions.has(token.name) && isLetter(statement, at)) this.builtLetters++
      }
    }
  }

  private readProcedure(procedure: Procedure, constants: ReadonlyMap<string, VbaValue>): AnalyzedProcedure {
    const found = noEffects()
    const { effects, words } = found
    const folding = new ExpressionFolder(constants, this.listener(found))
    for (const statement of [procedure.header, ...procedure.body]) {
      folding.run(statement)
      if (statement === procedure.header) continue
      for (const token of statement) if (token.kind === "word") words.add(token.name)
    }
    folding.finish()
    for (const word of words) {
      const declared = this.declared.get(word)
      if (declared !== undefined) addEffect(effects, declared)
      if (scriptHosts.has(word)) addEffect(effects, { kind: "executes", label: word })
      if (requestTypes.test(word)) addEffect(effects, { kind: "contacts", label: word })
    }
    const { module, name } = procedure
    // Creating a message is ordinary. Only sending it without a click is not.
    const kept = words.has("send") ? effects : effects.filter(({ kind }) => kind !== "mails")
    return { procedure, name, module, ...found, effects: kept }
  }

  private listener(found: ProcedureEffects): FoldingListener {
    const { effects, hidden, words } = found
    const add = (effect: CallEffect | null): void => {
      if (effect !== null) addEffect(effects, effect)
    }
    return {
      text: (value) => {
        for (const name of this.texts.addFolded(value)) if (hidden.length < effectsMax) hidden.push(name)
      },
      call: (call) => {
        add(effectOf(call))
        const target = targetOf(call)
        if (target === undefined) return
        if (target === null) found.callsUnknown = true
        else words.add(target)
      },
      open: (path, mode) => add(openEffect(path, mode)),
      set: (name, value) => add(setEffect(name, value))
    }
  }
}

/** Functions and operators that decoding code uses. */
const decoders = new Set(["xor", "asc", "ascw", "strconv", "chr", "chrw"])
const characterFunctions = new Set(["chr", "chrw", "chrb"])
/** Windows Script Host types that can be created without a class name in a string. */
const scriptHosts = new Set(["wshshell", "iwshruntimelibrary", "wshexec"])
/** Types of objects that send requests, which can be created without a class name in a string. */
const requestTypes = /^(?:server)?xmlhttp(?:\d0)?$|^winhttprequest$/
const declarationKeywords = new Set([
  "dim",
  "const",
  "public",
  "private",
  "global",
  "static",
  "set",
  "let",
  "byval",
  "byref"
])

/**
 * Reports whether a call builds a character only from numbers, as in `Chr(65)` or `Chr(130 Xor 67)`. A single number
 * must be at least 48 and at most 122, the codes of `0` and `z`, which excludes line ends and quotes.
 */
const isLetter = (statement: Statement, at: number): boolean => {
  if (!isMark(statement[at + 1], "(")) return false
  const inner: Array<number> = []
  for (let index = at + 2; index < at + 2 + numeralTokensMax; index++) {
    const token = statement[index]
    if (isMark(token, ")")) return inner.length > 1 || inner.some((number) => number >= 48 && number <= 122)
    if (token?.kind === "number") inner.push(token.value)
    else if (precedenceOf(token?.kind === "mark" ? token.text : lowerCaseWordOf(token) ?? "") === 0) return false
  }
  return false
}

/** Maximum tokens of the numeric argument that `isLetter` reads. */
const numeralTokensMax = 16

/**
 * Returns the lower-case name of the procedure that a call such as `Application.Run` runs by name. Undefined for other
 * calls; null if the name cannot be computed.
 */
const targetOf = ({ name, receiver, values }: Call): string | null | undefined => {
  const isRun = name === "run" && (receiver === "" || receiver === "application")
  const value = name === "ontime" ? values[1] : isRun ? values[0] : name === "callbyname" ? values[1] : undefined
  if (value === undefined) return undefined
  const text = textOrUnknown(value)
  const called = /(?<![\w\u0080-\uffff])[\w\u0080-\uffff]+$/.exec(text.slice(-procedureNameCharsMax))?.[0]
  return called === undefined || !isFullyKnown(called) ? null : called.toLowerCase()
}

const procedureNameCharsMax = 255

const declaredBy = (modules: ReadonlyArray<ParsedModule>): ReadonlyMap<string, CallEffect> => {
  const found = new Map<string, CallEffect>()
  for (const { declarations } of modules) {
    for (const declaration of declarations) {
      const effect = declarationEffect(declaration)
      if (effect !== null) found.set(declaration.name.toLowerCase(), effect)
    }
  }
  return found
}

const noListener: FoldingListener = { text: () => {}, call: () => {}, open: () => {}, set: () => {} }

/** Returns the values of names that are valid in the whole source: constants, module variables and functions. */
const constantsOf = (modules: ReadonlyArray<ParsedModule>): ReadonlyMap<string, VbaValue> => {
  const constants = new Map<string, VbaValue>()
  const store = (variables: ReadonlyMap<string, VbaValue>, isShared: (name: string) => boolean): void => {
    for (const [name, value] of variables) if (value !== null && isShared(name)) constants.set(name, value)
  }
  const shared = new Set<string>()
  for (const { procedures, statements } of modules) {
    for (const { name } of procedures) shared.add(name.toLowerCase())
    const folding = new ExpressionFolder(constants, noListener)
    for (const statement of statements) {
      for (const token of statement) if (token.kind === "word") shared.add(token.name)
      folding.run(statement)
    }
    store(folding.finish(), () => true)
  }
  for (const { procedures } of modules) {
    for (const { body } of procedures) {
      const folding = new ExpressionFolder(constants, noListener)
      for (const statement of body) folding.run(statement)
      store(folding.finish(), (name) => shared.has(name))
    }
  }
  return constants
}
