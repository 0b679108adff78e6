import type { Fact, VbaModule } from "../../../core/documents/facts/Fact.ts"
import type { CompoundEntry, CompoundFile } from "../compound/CompoundFile.ts"
import type { Budget } from "../reading/Budget.ts"
import type { Findings } from "../reading/Findings.ts"
import { decompressContainer, decompressVba } from "./VbaCompression.ts"
import { decoderOf, modulesMax, readDirectory, type VbaDirectory } from "./VbaDirectory.ts"
import { isPurged, isStomped, type ModuleBytes } from "./VbaStomping.ts"

type VbaFact = Extract<Fact, { kind: "vba" }>

/** Maximum number of projects read per file. */
export const projectsMax = 64

/**
 * Returns the storages of complete or partial VBA projects, as the path before `/VBA`. Examples are `""`, `Macros` and
 * `_VBA_PROJECT_CUR`.
 */
export const findVbaProjects = (file: CompoundFile): ReadonlyArray<string> => {
  const found = new Map<string, string>()
  for (const { path, type } of file.entries) {
    const storage = type === "stream" ? /^(?:(.+)\/)?VBA\/[^/]+$/i.exec(path) : null
    const prefix = storage === null ? null : storage[1] ?? ""
    if (prefix !== null && !found.has(prefix.toLowerCase())) found.set(prefix.toLowerCase(), prefix)
    if (found.size >= projectsMax) break
  }
  return [...found.values()]
}

/** Adds the projects in the storages `prefixes`, and returns whether there are any. */
export const addVbaProjects = (
  file: CompoundFile,
  prefixes: ReadonlyArray<string>,
  { isMisplaced = false, where }: { readonly isMisplaced?: boolean; readonly where: string },
  budget: Budget,
  findings: Findings
): boolean => {
  const facts = prefixes.flatMap((prefix) => readVbaProject(file, prefix, budget) ?? [])
  for (const fact of facts) findings.add({ ...fact, isMisplaced, where })
  return facts.length > 0
}

/**
 * Reads the project in the storage `prefix` (MS-OVBA 2.2.1); null if there is none. Also finds sources that are missing
 * from the project's directory. Searches for them in the project's storage and, for the first project of the file, in
 * all streams outside other projects. The caller sets `isMisplaced`.
 */
export const readVbaProject = (file: CompoundFile, prefix: string, budget: Budget): VbaFact | null => {
  const storage = prefix === "" ? "VBA" : `${prefix}/VBA`
  const streamOf = (name: string): CompoundEntry | undefined => {
    const entry = file.find(`${storage}/${name}`)
    return entry?.type === "stream" ? entry : undefined
  }
  const [directoryEntry, cacheEntry] = [streamOf("dir"), streamOf("_VBA_PROJECT")]
  const directory = directoryEntry === undefined ? nothing : directoryOf(file.read(directoryEntry), budget)
  const modules: Array<ModuleBytes> = []
  const seen = new Set<CompoundEntry | undefined>([directoryEntry, cacheEntry])
  for (const { name, offset, streamName } of directory.modules) {
    const entry = streamOf(streamName)
    if (entry === undefined || seen.has(entry)) continue
    seen.add(entry)
    modules.push({ name, ...moduleOf(file.read(entry), offset, budget) })
  }
  for (const entry of unlistedStreams(file, prefix, budget)) {
    if (modules.length >= modulesMax) budget.keepSource(0, true)
    if (modules.length >= modulesMax || budget.isLate) break
    if (!seen.has(entry)) modules.push(...sourcesIn(entry, file.read(entry), modulesMax - modules.length, budget))
  }
  if (modules.length === 0 && directoryEntry === undefined && cacheEntry === undefined) return null
  const decoder = decoderOf(directory.codePage)
  const named = modules.map(({ name, source }) => ({ name, source: decoder.decode(source) }))
  const formTexts = readFormTexts(file, prefix)
  const cache = cacheEntry === undefined ? null : file.read(cacheEntry)
  return {
    kind: "vba",
    modules: limitSources(named, budget),
    ...(formTexts.length > 0 ? { formTexts } : {}),
    isStomped: isStomped(modules, named.map(({ source }) => source), cache, decoder),
    isPurged: isPurged(modules, cache),
    isMisplaced: false,
    where: storage
  }
}

const nothing: VbaDirectory = { codePage: 1252, modules: [], isWhole: false }

const directoryOf = (bytes: Uint8Array, budget: Budget): VbaDirectory => {
  const content = decompressVba(bytes, budget)
  return content === null ? nothing : readDirectory(content)
}

/** Separates the source and the compiled code of a module stream. */
const moduleOf = (bytes: Uint8Array, offset: number, budget: Budget): Omit<ModuleBytes, "name"> => {
  const there = decompressContainer(bytes, offset, budget)
  if (there !== null && there.bytes.length > 0) return { compiled: bytes.subarray(0, offset), source: there.bytes }
  const from = findContainer(bytes, 0)
  if (from < 0) return { compiled: bytes, source: new Uint8Array(0) }
  return { compiled: bytes.subarray(0, from), source: decompressContainer(bytes, from, budget)!.bytes }
}

/** Returns the streams that may contain unlisted sources of this project. */
const unlistedStreams = (file: CompoundFile, prefix: string, budget: Budget): ReadonlyArray<CompoundEntry> => {
  const projects = new Set(findVbaProjects(file).map((one) => one.toLowerCase()))
  if (projects.size >= projectsMax) budget.keepSource(0, true)
  const own = prefix.toLowerCase()
  const [first = own] = projects
  const isFirst = first === own
  return file.entries.filter(({ path, type }) => {
    if (type !== "stream") return false
    const storages = path.toLowerCase().split("/").slice(0, -1)
    const owner = ownerOf(storages, projects)
    return owner === own || owner === null && isFirst
  })
}

/** Returns the innermost project that contains the stream, or null. */
const ownerOf = (storages: ReadonlyArray<string>, projects: ReadonlySet<string>): string | null => {
  for (let depth = storages.length; depth >= 0; depth--) {
    const storage = storages.slice(0, depth).join("/")
    if (projects.has(storage)) return storage
  }
  return null
}

/** Returns every compressed source in a stream, at any offset. */
const sourcesIn = (
  { path }: CompoundEntry,
  bytes: Uint8Array,
  sourcesMax: number,
  budget: Budget
): ReadonlyArray<ModuleBytes> => {
  const found: Array<ModuleBytes> = []
  for (let from = findContainer(bytes, 0); from >= 0 && found.length < sourcesMax;) {
    const { bytes: source, end } = decompressContainer(bytes, from, budget)!
    const compiled = found.length === 0 ? bytes.subarray(0, from) : new Uint8Array(0)
    if (source.length > 0) found.push({ name: path, source, compiled })
    from = findContainer(bytes, Math.max(end, from + 1))
  }
  return found
}

/**
 * Start of every source that Office writes: the first eight letters of `Attribute`, which compression never changes.
 */
const sourceStart = new TextEncoder().encode("Attribut")
const firstByte = 0x41

/** Returns the offset of the next container with source code; -1 if there is none. */
const findContainer = (bytes: Uint8Array, from: number): number => {
  for (let at = bytes.indexOf(firstByte, from); at >= 0; at = bytes.indexOf(firstByte, at + 1)) {
    if (bytes[at + 1] !== sourceStart[1] || !sourceStart.every((byte, index) => bytes[at + index] === byte)) continue
    // A signature, a chunk header and, if compressed, flags for literals precede the text (MS-OVBA 2.4.1.1).
    for (const before of [4, 3]) {
      const header = at - before + 2
      if (at - before < from || bytes[at - before] !== 1 || (bytes[header]! & 0x70) !== 0x30) continue
      if (before === 3 ? bytes[header]! < 0x80 : bytes[header]! >= 0x80 && bytes[at - 1] === 0) return at - before
    }
  }
  return -1
}

/**
 * Shortens the sources of a project to the limit that remains for the document. Modules share the limit equally. A
 * share that a module does not need goes to the others.
 */
const limitSources = (modules: ReadonlyArray<VbaModule>, budget: Budget): ReadonlyArray<VbaModule> => {
  let left = Math.max(0, budget.sourceCharsLeft)
  let share = left
  const lengths = modules.map(({ source }) => source.length).toSorted((one, other) => one - other)
  for (const [at, length] of lengths.entries()) {
    share = Math.floor(left / (lengths.length - at))
    if (length > share) break
    left -= length
    share = length
  }
  const shortened = modules.map(({ name, source }) => ({ name, source: source.slice(0, share) }))
  const chars = shortened.reduce((sum, { source }) => sum + source.length, 0)
  budget.keepSource(chars, modules.some(({ source }) => source.length > share))
  return shortened
}

/** Maximum total characters of the texts in all forms of a project. */
const formCharsMax = 262_144
/** Maximum number of texts in all forms of a project. */
const formTextsMax = 1_000
/** Pattern of runs of at least six printable characters. Shorter runs are names or meaningless. */
const texts = /[\x20-\x7e]{6,}|(?:[\x20-\x7e]\0){6,}/g
/** Names of the streams with a form's controls, including captions, values and tags (MS-OFORMS 2.1.2). */
const controls = /^(?:o|f)$/i
const latin1 = 1252

/**
 * Returns the texts in a project's form controls: runs of one-byte or two-byte characters. Macros can read commands
 * from such texts, for example from the caption of a hidden label.
 */
const readFormTexts = (file: CompoundFile, prefix: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  const within = prefix === "" ? "" : `${prefix.toLowerCase()}/`
  const decoder = decoderOf(latin1)
  let left = formCharsMax
  for (const entry of file.entries) {
    if (entry.type !== "stream" || !controls.test(entry.name) || !entry.path.toLowerCase().startsWith(within)) continue
    for (const [run] of decoder.decode(file.read(entry)).matchAll(texts)) {
      const text = run.replaceAll("\0", "").slice(0, left)
      if (found.size >= formTextsMax || text === "") return [...found]
      if (!found.has(text)) left -= text.length
      found.add(text)
    }
  }
  return [...found]
}
