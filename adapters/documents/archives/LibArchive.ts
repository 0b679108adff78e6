import { type LibarchiveWasm, libarchiveWasm } from "libarchive-wasm"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { Budget } from "../reading/Budget.ts"
import type { Archive, ArchiveEntry, ArchiveFormats } from "./ArchiveFiles.ts"

/** Maximum memory of libarchive in bytes. An archive that needs more, such as for its dictionary, counts as damaged. */
export const libArchiveMemoryBytesMax = 96 * 1024 * 1024

/** Bytes read from an entry at a time. */
const chunkBytes = 64 * 1024

/** Headers read per archive, including folders and links. */
const headersMax = 16_384

/** File types of stat(2). Some archives state no type for files. */
const [folder, symbolicLink] = [0o040000, 0o120000]

let compiled: Promise<WebAssembly.Module> | null = null

const compile = async (): Promise<WebAssembly.Module> => {
  const file = createRequire(import.meta.url).resolve("libarchive-wasm/dist/libarchive.wasm")
  return WebAssembly.compile(await readFile(file))
}

/**
 * Loads libarchive (libarchive.org), compiled to WebAssembly, which reads 7z, RAR, cabinets, tar, ISO 9660, LZH, bzip2 and xz.
 *
 * Use an instance for one document only: a fault in it then cannot affect others.
 */
export const loadLibArchive = async (): Promise<ArchiveFormats> => {
  const module = await (compiled ??= compile())
  const library = await libarchiveWasm({ instantiateWasm: instantiate(module) })
  return { open: (bytes, format, budget) => open(library, bytes, format, budget) }
}

type Receive = (instance: WebAssembly.Instance) => void

/** Instantiates the module with a limit on its memory. Throws if the module has no import to limit. */
const instantiate =
  (module: WebAssembly.Module) =>
  (imports: Record<string, Record<string, WebAssembly.ImportValue>>, receive: Receive) => {
    if (!Object.values(imports).some((functions) => Object.values(functions).some(isResize))) {
      throw new Error("libarchive has no function that grows its memory")
    }
    const limited = Object.fromEntries(
      Object.entries(imports).map(([from, functions]) => [
        from,
        Object.fromEntries(
          Object.entries(functions).map(([name, value]) => [name, isResize(value) ? limit(value) : value])
        )
      ])
    )
    const instance = new WebAssembly.Instance(module, limited)
    receive(instance)
    return instance.exports
  }

type Resize = (bytes: number) => boolean

/** Emscripten calls this import to grow the memory. Its name in the module is shortened, but the function keeps its own. */
const isResize = (value: unknown): value is Resize =>
  typeof value === "function" && value.name === "_emscripten_resize_heap"

const limit = (resize: Resize): Resize => (bytes) => bytes >>> 0 <= libArchiveMemoryBytesMax && resize(bytes)

const open = (library: LibarchiveWasm, bytes: Uint8Array, format: string, budget: Budget): Archive | null => {
  const entries: Array<ArchiveEntry> = []
  const listing: Listing = { entries, isEncrypted: false, isIncomplete: false }
  try {
    list(library, bytes, budget, listing)
  } catch {
    // A damaged archive makes libarchive report an error, or makes WebAssembly trap.
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

/** Reads the entries in order. Formats with a common dictionary can only be read from the start. */
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
    // A document can contain several archives.
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
    // Skipping the rest of a large entry would inflate it.
    if (content === "too large") break
  }
  listing.isIncomplete = true
}

/** The memory of the instance. It is replaced when it grows. */
const heapOf = (library: LibarchiveWasm): Uint8Array => new Uint8Array(emscriptenOf(library).HEAP8.buffer)

/** The part of the Emscripten module that is used here. The types of the package lack it. */
interface Emscripten {
  /** Returns the address of new memory, or 0. */
  readonly _malloc: (bytes: number) => number
  readonly _free: (address: number) => void
  readonly HEAP8: Int8Array
}

// oxlint-disable-next-line typescript/no-unsafe-return -- The package does not type its module.
const emscriptenOf = ({ module }: LibarchiveWasm): Emscripten => module

/** Returns the content of the current entry; null if it is damaged. */
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
