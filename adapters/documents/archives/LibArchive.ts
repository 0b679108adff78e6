import { type LibarchiveWasm, libarchiveWasm } from "libarchive-wasm"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import type { Budget } from "../reading/Budget.ts"
import type { Archive, ArchiveEntry, ArchiveFormats } from "./ArchiveFiles.ts"

/** Maximum memory of libarchive in bytes. An archive that needs more, for example for a dictionary, is unreadable. */
export const libArchiveMemoryBytesMax = 96 * 1024 * 1024

/** Number of bytes read from an entry at a time. */
const chunkBytes = 64 * 1024

/** Maximum number of headers read per archive, including those of folders and links. */
const headersMax = 16_384

/** File types of stat(2) that are skipped. All other types count as files, because some archives state no file type. */
const [folder, symbolicLink] = [0o040000, 0o120000]

let compiled: Promise<WebAssembly.Module> | null = null

/** File of libarchive's code, as a module specifier. */
export const libArchiveFile = "libarchive-wasm/dist/libarchive.wasm"

/** Returns the path of libarchive's code: beside a bundle, or in its package. */
export const locateLibArchive = (): string => {
  // Bundlers that copy files recognize only a literal.
  const bundled = fileURLToPath(new URL("libarchive-wasm/dist/libarchive.wasm", import.meta.url))
  return existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve(libArchiveFile)
}

const compile = async (): Promise<WebAssembly.Module> => WebAssembly.compile(await readFile(locateLibArchive()))

/**
 * Loads libarchive (libarchive.org), compiled to WebAssembly. It reads 7z, RAR, cabinets, tar, ISO 9660, LZH, bzip2 and
 * xz.
 *
 * Use each instance for only one document, so that a fault in the instance cannot affect other documents.
 */
export const loadLibArchive = async (): Promise<ArchiveFormats> => {
  const module = await (compiled ??= compile())
  const library = await libarchiveWasm({ instantiateWasm: instantiate(module) })
  return { open: (bytes, format, budget) => open(library, bytes, format, budget) }
}

type Receive = (instance: WebAssembly.Instance) => void

/** Instantiates the module with a limit on its memory. Throws if no import of the module grows the memory. */
const instantiate =
  (module: WebAssembly.Module) =>
  (imports: Record<string, Record<string, WebAssembly.ImportValue>>, receive: Receive) => {
    const limited = Object.fromEntries(
      Object.entries(imports).map(([from, { [resizeImport]: resize, ...functions }]) => {
        if (!isResize(resize)) throw new Error("libarchive has no function that grows its memory")
        return [from, { ...functions, [resizeImport]: limit(resize) }]
      })
    )
    const instance = new WebAssembly.Instance(module, limited)
    receive(instance)
    return instance.exports
  }

type Resize = (bytes: number) => boolean

/**
 * Name of the import with which the module grows its memory, in this version of the package. Emscripten's name for the
 * function, `_emscripten_resize_heap`, cannot identify the import, because bundlers shorten the names of functions.
 */
const resizeImport = "o"

const isResize = (value: unknown): value is Resize => typeof value === "function"

const limit = (resize: Resize): Resize => (bytes) => bytes >>> 0 <= libArchiveMemoryBytesMax && resize(bytes)

const open = (library: LibarchiveWasm, bytes: Uint8Array, format: string, budget: Budget): Archive | null => {
  const entries: Array<ArchiveEntry> = []
  const listing: Listing = { entries, isEncrypted: false, isIncomplete: false }
  try {
    list(library, bytes, budget, listing)
  } catch {
    // If the archive is damaged, libarchive reports an error, or its WebAssembly code traps.
    listing.isIncomplete = true
  }
  const { isEncrypted, isIncomplete } = listing
  return entries.length === 0 && !isEncrypted ? null : { format, entries, isEncrypted, isIncomplete }
}

interface Listing {
  readonly entries: Array<ArchiveEntry>
  isEncrypted: boolean
  isIncomplete: boolean
}

/** Lists and reads the entries in order, because entries can share a dictionary that starts at the first entry. */
const list = (library: LibarchiveWasm, bytes: Uint8Array, budget: Budget, listing: Listing): void => {
  const { _free: free, _malloc: allocate } = emscriptenOf(library)
  const data = allocate(bytes.length)
  const chunk = allocate(chunkBytes)
  const archive = library.read_new()
  try {
    if (data === 0 || chunk === 0 || archive === 0) throw new RangeError("the archive exceeds the memory limit")
    heapOf(library).set(bytes, data)
    listEntries(library, archive, data, chunk, bytes.length, budget, listing)
  } finally {
    // Frees the memory for further archives of the same document.
    library.read_free(archive)
    free(chunk)
    free(data)
  }
}

const listEntries = (
  library: LibarchiveWasm,
  archive: number,
  data: number,
  chunk: number,
  storedBytes: number,
  budget: Budget,
  listing: Listing
): void => {
  library.read_support_filter_all(archive)
  library.read_support_format_all(archive)
  library.read_open_memory(archive, data, storedBytes)
  for (let headers = 0; !budget.isLate; headers++) {
    const entry = library.read_next_entry(archive)
    if (entry === 0) {
      listing.isEncrypted ||= library.read_has_encrypted_entries(archive) === 1
      listing.isIncomplete ||= library.error_string(archive) !== ""
      return
    }
    if (headers === headersMax) break
    const type = library.entry_filetype(entry)
    if (type === folder || type === symbolicLink) continue
    const path = library.entry_pathname(entry) || `file ${listing.entries.length + 1}`
    const claimedBytes = library.entry_size(entry)
    const isEncrypted = library.entry_is_encrypted(entry) !== 0
    const content = isEncrypted ? null : readEntry(library, archive, chunk, budget, storedBytes)
    listing.entries.push({ path, claimedBytes, isEncrypted, read: () => content === "too large" ? null : content })
    // Ends the listing, because skipping the rest of a large entry would inflate that rest.
    if (content === "too large") break
  }
  listing.isIncomplete = true
}

/** Returns the memory of the instance. Do not keep the result: growing the memory replaces the buffer. */
const heapOf = (library: LibarchiveWasm): Uint8Array => new Uint8Array(emscriptenOf(library).HEAP8.buffer)

/** Members of the Emscripten module that are used here and that the types of the package lack. */
interface Emscripten {
  /** Returns the address of the allocated memory; 0 if there is not enough. */
  readonly _malloc: (bytes: number) => number
  readonly _free: (address: number) => void
  readonly HEAP8: Int8Array
}

// oxlint-disable-next-line typescript/no-unsafe-return -- The package does not type its module.
const emscriptenOf = ({ module }: LibarchiveWasm): Emscripten => module

/** Returns the content of the current entry; null if the content is damaged. */
const readEntry = (
  library: LibarchiveWasm,
  archive: number,
  chunk: number,
  budget: Budget,
  storedBytes: number
): Uint8Array | "too large" | null => {
  const chunks: Array<Uint8Array> = []
  const bytesMax = budget.inflatable
  let length = 0
  let read: number
  do {
    try {
      read = library.read_data(archive, chunk, chunkBytes)
    } catch (cause) {
      if (cause instanceof WebAssembly.RuntimeError) throw cause
      budget.spendInflated(storedBytes, length, false)
      return null
    }
    length += read
    chunks.push(heapOf(library).slice(chunk, chunk + read))
  } while (read > 0 && length <= bytesMax && !budget.isLate)
  budget.spendInflated(storedBytes, length, read > 0)
  return read > 0 ? "too large" : Buffer.concat(chunks)
}
