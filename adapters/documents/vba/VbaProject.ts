import type { Fact, VbaModule } from "../../../core/documents/facts/Fact.ts"
import type { CompoundEntry, CompoundFile } from "../compound/CompoundFile.ts"
import type { Budget } from "../reading/Budget.ts"
import { decompressVba, readContainer } from "./VbaCompression.ts"
import { decoderOf, modulesMax, readDirectory, type VbaDirectory } from "./VbaDirectory.ts"
import { isPurged, isStomped, type ModuleBytes } from "./VbaStomping.ts"

type VbaFact = Extract<Fact, { kind: "vba" }>

/** Projects of one file that are read as such. */
export const projectsMax = 64

/** Storages that hold a VBA project, or what is left of one, by what comes before `/VBA` in their path: `""`, `Macros`, `_VBA_PROJECT_CUR`. */
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

/**
 * The project of the storage `prefix` (MS-OVBA 2.2.1). Sources that its directory does not name are found by how they begin:
 * in its own storage, and, with the first project of the file, in all streams that belong to no other. Null: there is nothing.
 * `isMisplaced` is for the caller to know.
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
  for (const entry of straysOf(file, prefix)) {
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
    modules: withinChars(named, budget),
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

/** Source and compiled code of the stream of a module. */
const moduleOf = (bytes: Uint8Array, offset: number, budget: Budget): Omit<ModuleBytes, "name"> => {
  const there = readContainer(bytes, offset, budget)
  if (there !== null && there.bytes.length > 0) return { compiled: bytes.subarray(0, offset), source: there.bytes }
  const from = containerFrom(bytes, 0)
  if (from < 0) return { compiled: bytes, source: new Uint8Array(0) }
  return { compiled: bytes.subarray(0, from), source: readContainer(bytes, from, budget)!.bytes }
}

/** Streams of which no project says what they are. */
const straysOf = (file: CompoundFile, prefix: string): ReadonlyArray<CompoundEntry> => {
  const projects = new Set(findVbaProjects(file).map((one) => one.toLowerCase()))
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

/** The innermost project that has this stream within it. */
const ownerOf = (storages: ReadonlyArray<string>, projects: ReadonlySet<string>): string | null => {
  for (let depth = storages.length; depth >= 0; depth--) {
    const storage = storages.slice(0, depth).join("/")
    if (projects.has(storage)) return storage
  }
  return null
}

/** Every compressed source in a stream, wherever it lies in it. */
const sourcesIn = (
  { path }: CompoundEntry,
  bytes: Uint8Array,
  most: number,
  budget: Budget
): ReadonlyArray<ModuleBytes> => {
  const found: Array<ModuleBytes> = []
  for (let from = containerFrom(bytes, 0); from >= 0 && found.length < most;) {
    const { bytes: source, end } = readContainer(bytes, from, budget)!
    const compiled = found.length === 0 ? bytes.subarray(0, from) : new Uint8Array(0)
    if (source.length > 0) found.push({ name: path, source, compiled })
    from = containerFrom(bytes, Math.max(end, from + 1))
  }
  return found
}

/** How every source begins that Office writes, whole (`Attribute`) in a chunk as it stands, or behind its flags. */
const beginning = new TextEncoder().encode("Attribut")
const firstByte = 0x41

/** Where the next container begins that holds a source; -1: nowhere. */
const containerFrom = (bytes: Uint8Array, from: number): number => {
  for (let at = bytes.indexOf(firstByte, from); at >= 0; at = bytes.indexOf(firstByte, at + 1)) {
    if (bytes[at + 1] !== beginning[1] || !beginning.every((byte, index) => bytes[at + index] === byte)) continue
    // Signature, header of a chunk, and, where it is compressed, flags of literals only (MS-OVBA 2.4.1.1).
    for (const before of [4, 3]) {
      const header = at - before + 2
      if (at - before < from || bytes[at - before] !== 1 || (bytes[header]! & 0x70) !== 0x30) continue
      if (before === 3 ? bytes[header]! < 0x80 : bytes[header]! >= 0x80 && bytes[at - 1] === 0) return at - before
    }
  }
  return -1
}

/**
 * All sources of the document together stay within what may be kept of them: each module gets as much as the others, and what
 * one does not need goes to them.
 */
const withinChars = (modules: ReadonlyArray<VbaModule>, budget: Budget): ReadonlyArray<VbaModule> => {
  let left = Math.max(0, budget.keepable)
  let share = left
  const lengths = modules.map(({ source }) => source.length).toSorted((one, other) => one - other)
  for (const [at, length] of lengths.entries()) {
    share = Math.floor(left / (lengths.length - at))
    if (length > share) break
    left -= length
    share = length
  }
  const kept = modules.map(({ name, source }) => ({ name, source: source.slice(0, share) }))
  const chars = kept.reduce((sum, { source }) => sum + source.length, 0)
  budget.keepSource(chars, modules.some(({ source }) => source.length > share))
  return kept
}

/** Characters of the texts of all forms of a project. */
const formCharsMax = 262_144
/** Texts of them. */
const formTextsMax = 1_000
/** Shorter texts are names, or nothing. */
const texts = /[\x20-\x7e]{6,}|(?:[\x20-\x7e]\0){6,}/g
/** Streams of a form that hold its controls: captions, values, tags (MS-OFORMS 2.1.2). */
const controls = /^(?:o|f)$/i
const latin1 = 1252

/**
 * What stands in the controls of the forms of a project: runs of letters, each of one byte or two. Code that takes its commands
 * from the caption of a hidden label does not have them in its source.
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
