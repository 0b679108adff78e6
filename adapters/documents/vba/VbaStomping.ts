import { dangerousCalls, dangerousNamesIn } from "../../../core/documents/vba/DangerousNames.ts"
import { hasCode, parseModule } from "../../../core/documents/vba/VbaProcedures.ts"
import { type CompiledCode, mapNameNumbers, readCompiled, readNames } from "./CompiledCode.ts"

/** A module as stored in its stream. */
export interface ModuleBytes {
  readonly name: string
  readonly source: Uint8Array
  /** Compiled code: the bytes before the source. */
  readonly compiled: Uint8Array
}

/** Size in bytes of a `_VBA_PROJECT` stream without compiled code (MS-OVBA 2.3.4.1). */
const headerBytes = 7
/** Minimum compiled bytes of real code. An empty procedure, or `Option` lines, have fewer. */
const codeBytesMin = 32
/** Minimum number of strings, or of names, for a meaningful comparison with the source. */
const comparableMin = 8

/** Reports whether compiled code was removed from the project or from some of its modules. */
export const isPurged = (modules: ReadonlyArray<ModuleBytes>, cache: Uint8Array | null): boolean => {
  if (modules.length === 0) return false
  const without = modules.filter(({ compiled, source }) => compiled.length === 0 && source.length > 0).length
  return cache === null || cache.length <= headerBytes || without > 0 && without < modules.length
}

/** Maximum total characters of a project's sources. Longer sources are not compared with the compiled code. */
export const comparedCharsMax = 2_000_000

/**
 * Reports whether the compiled code differs from the source. It does if a module has compiled code but a source without
 * code. It also does if no source contains a dangerous name, or most of the names or strings, of the compiled code.
 * Examines only compiled lines, because a project also stores names from earlier versions of its source.
 *
 * @param sources texts of the modules, in the same order
 */
export const isStomped = (
  modules: ReadonlyArray<ModuleBytes>,
  sources: ReadonlyArray<string>,
  cache: Uint8Array | null,
  decoder: TextDecoder
): boolean => {
  // Longer sources are not compared, to limit the time. They exceed the budget for sources, which is reported.
  if (sources.reduce((sum, { length }) => sum + length, 0) > comparedCharsMax) return false
  const compiled = modules.map((module) => readCompiled(module.compiled))
  const emptied = compiled.some((code, at) =>
    code.codeBytes >= codeBytesMin && code.texts.length + code.names.size > 0 &&
    !hasCode(parseModule({ name: "", source: sources[at] ?? "" }))
  )
  return emptied || differsFromSource(compiled, sources, cache, decoder)
}

const differsFromSource = (
  compiled: ReadonlyArray<CompiledCode>,
  sources: ReadonlyArray<string>,
  cache: Uint8Array | null,
  decoder: TextDecoder
): boolean => {
  const source = sources.join("\n").toLowerCase()
  const words = new Set(source.match(/[\w\u0080-\uffff]+/g))
  const numbers = cache === null ? new Map<number, string>() : mapNameNumbers(readNames(cache), cache)
  const called = new Set(compiled.flatMap(({ names }) => [...names].flatMap((number) => numbers.get(number) ?? [])))
  const names = [...called].filter(isPlain).map((name) => name.toLowerCase())
  const absentNames = names.filter((name) => !words.has(name))
  if (absentNames.some((name) => dangerousCalls.has(name))) return true
  // The source doubles quotes inside a string literal; `literalsOf` undoes this.
  const literals = literalsOf(source)
  const texts = textsOf(compiled, decoder)
  const absentTexts = texts.filter((text) => !literals.has(text))
  return absentTexts.some((text) => dangerousNamesIn(text).length > 0) ||
    isMajority(absentNames.length, names.length) || isMajority(absentTexts.length, texts.length)
}

/** Reports whether text is ASCII. The code page of other characters may differ from the project's code page. */
const isPlain = (text: string): boolean => /^[\x20-\x7e\t]+$/.test(text)

const isMajority = (some: number, all: number): boolean => all >= comparableMin && some * 2 > all

/** Maximum number of strings of compiled code that are compared. */
const textsMax = 100_000

const textsOf = (compiled: ReadonlyArray<CompiledCode>, decoder: TextDecoder): ReadonlyArray<string> => {
  const texts = new Set<string>()
  for (const code of compiled) {
    for (const bytes of code.texts) {
      if (texts.size >= textsMax) break
      const text = decoder.decode(bytes).toLowerCase()
      if (isPlain(text)) texts.add(text)
    }
  }
  return [...texts]
}

/** Returns all string literals of the source, including quoted text in comments. */
const literalsOf = (source: string): ReadonlySet<string> => {
  const literals = new Set<string>()
  for (const [text] of source.matchAll(/"(?:[^"\r\n]|"")*/g)) literals.add(text.slice(1).replaceAll("\"\"", "\""))
  return literals
}
