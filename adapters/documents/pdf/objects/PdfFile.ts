import { type Budget } from "../../reading/Budget.ts"
import type { CrossReferences } from "./CrossReferences.ts"
import { objectsAtLocations } from "./ListedObjects.ts"
import { objectsInStream } from "./ObjectStreams.ts"
import { decryptStrings, openCipher, type PdfCipher } from "./PdfCipher.ts"
import { type DecodedStream, decodeStream } from "./PdfFilters.ts"
import { findObjects, type FoundObjects, type PdfObject } from "./PdfObjects.ts"
import { PdfTextCache } from "./PdfTextCache.ts"
import { trailerObjects } from "./PdfTrailers.ts"
import {
  nameOf,
  PdfDictionary,
  PdfName,
  PdfReference,
  PdfString,
  type PdfValue,
  visitDictionaries
} from "./PdfValue.ts"

/** Maximum length of a chain of references that is followed. */
export const referencesMax = 32

/** Maximum entries of a list of filters or parameters. Meaningful lists are far shorter. */
export const resolvedEntriesMax = 64
/** Keys of filter parameters (ISO 32000-2, tables 8, 11 and 14). */
const parameterKeys = ["Predictor", "Colors", "BitsPerComponent", "Columns", "EarlyChange", "Name"]

/** Maximum number of objects stored per object number. Only the last objects are stored. */
export const objectVersionsMax = 8

/** Dictionaries of all objects, in object order. */
interface Dictionaries {
  readonly found: ReadonlyArray<PdfDictionary>
  /** End index of each object's dictionaries. */
  readonly ends: Uint32Array
}

export type EncryptionState = "none" | "opened" | "locked"

/** Options to read a file as some viewers do. */
export interface PdfReading {
  /** True to ignore all claims that the file is encrypted. */
  readonly isClear?: boolean
  /** Locations of the objects to use instead of the last object of each number, and the trailers to use first. */
  readonly references?: CrossReferences | null
  /** Result of an earlier scan of the same bytes, which is then not repeated. */
  readonly scanned?: FoundObjects
}

/**
 * All objects of a PDF, found by scanning the bytes, because the cross-reference table is not trustworthy. `latest`
 * contains the last object of each number in the file, as after an incremental update. `objects` also contains the
 * earlier objects.
 */
export class PdfFile {
  readonly objects: ReadonlyArray<PdfObject>
  readonly trailers: ReadonlyArray<PdfDictionary>
  readonly encryption: EncryptionState
  /** Objects outside of object streams, and trailers, as they are stored. */
  readonly scanned: FoundObjects
  private readonly latest = new Map<number, PdfObject>()
  private dictionaries: Dictionaries | null = null
  private versions: ReadonlyMap<number, ReadonlyArray<PdfObject>> | null = null
  private readonly cipher: PdfCipher | null
  readonly bytes: Uint8Array
  readonly budget: Budget
  /** Words of the file, which its lexers share. */
  readonly texts = new PdfTextCache()
  private readonly decoded = new Map<PdfObject, DecodedStream | null>()

  constructor(bytes: Uint8Array, budget: Budget, { isClear = false, references = null, scanned }: PdfReading = {}) {
    this.bytes = bytes
    this.budget = budget
    this.scanned = scanned ?? findObjects(bytes, budget, this.texts)
    const { objects, trailers } = this.scanned
    const useReferences = (objects: ReadonlyArray<PdfObject>): void => {
      if (references === null) return
      const listed = objectsAtLocations(this, objects, references.locations)
      for (const [number, object] of listed) this.latest.set(number, object)
    }
    this.setLatest(objects)
    useReferences(objects)
    // The dictionary of a cross-reference stream is a trailer as well (ISO 32000-2, section 7.5.8).
    const streams = objects.flatMap(({ value }) =>
      value instanceof PdfDictionary && nameOf(value.get("Type")) === "XRef" ? [value] : []
    )
    this.trailers = [...trailers, ...streams, ...references?.trailers.toReversed() ?? []]
    const encrypt = isClear ? null : this.trailerEntry("Encrypt")
    const cipher = encrypt instanceof PdfDictionary
      ? openCipher(encrypt, this.firstId(), (value) => this.resolve(value))
      : null
    this.cipher = cipher
    this.encryption = !(encrypt instanceof PdfDictionary) ? "none" : cipher === null ? "locked" : "opened"
    const clear = cipher === null ? objects : objects.map((object) => decryptStrings(object, encrypt, cipher))
    this.setLatest(clear)
    useReferences(clear)
    // Object streams of a locked file are read too, so that a false claim of encryption hides nothing.
    const contained = clear.flatMap((object) => this.contentsOf(object))
    // An object in an object stream is superseded by an object of the same number later in the file.
    for (const object of contained) {
      if ((this.latest.get(object.number)?.offset ?? -1) <= object.offset) this.latest.set(object.number, object)
    }
    this.objects = [...clear, ...contained, ...trailerObjects(trailers)]
    useReferences(this.objects)
  }

  /** Reports whether a trailer declares encryption, but a different trailer with a catalog does not. */
  get isEncryptionInDoubt(): boolean {
    const withRoot = this.trailers.filter((trailer) => trailer.get("Root") !== undefined)
    return this.encryption !== "none" && withRoot.some((trailer) => trailer.get("Encrypt") === undefined)
  }

  /**
   * Visits every dictionary within an object. Visits a dictionary with repeated keys in two readings: with the first
   * and with the last entry of each key.
   *
   * @param at index of the object
   */
  eachDictionary(at: number, look: (dictionary: PdfDictionary) => void): void {
    const { ends, found } = this.dictionaries ??= this.listDictionaries()
    for (let one = at === 0 ? 0 : ends[at - 1]!; one < ends[at]!; one++) look(found[one]!)
  }

  /** Lists the dictionaries of all objects, once for all visitors. */
  private listDictionaries(): Dictionaries {
    const found: Array<PdfDictionary> = []
    const ends = new Uint32Array(this.objects.length)
    for (const [at, { value }] of this.objects.entries()) {
      visitDictionaries(value, (one) => found.push(one))
      ends[at] = found.length
    }
    return { ends, found }
  }

  /** Returns the object that a viewer uses for a number. */
  latestOf(number: number): PdfObject | undefined {
    return this.latest.get(number)
  }

  /**
   * Returns up to `objectVersionsMax` objects of a number, starting with the object that viewers use. A cross-reference
   * table can point to any of these objects.
   */
  versionsOf(number: number): ReadonlyArray<PdfObject> {
    this.versions ??= this.listVersions()
    return this.versions.get(number) ?? []
  }

  private listVersions(): ReadonlyMap<number, ReadonlyArray<PdfObject>> {
    const found = new Map<number, Array<PdfObject>>()
    for (const object of this.objects) {
      const versions = found.get(object.number)
      if (versions === undefined) found.set(object.number, [object])
      else {
        versions.push(object)
        // Only the last versions are stored, because each version is examined for every reference.
        if (versions.length > objectVersionsMax) versions.shift()
      }
    }
    for (const [number, versions] of found) {
      const latest = this.latest.get(number)
      if (latest === undefined) found.delete(number)
      else if (versions.length > 1 || versions[0] !== latest) {
        const others = versions.filter((one) => one !== latest).slice(-(objectVersionsMax - 1))
        found.set(number, [latest, ...others.toReversed()])
      }
    }
    return found
  }

  /** Sets the last object of each number. Prefers objects that are not within a stream or comment. */
  private setLatest(objects: ReadonlyArray<PdfObject>): void {
    for (const hidden of [true, false]) {
      for (const object of objects) if (object.isEnclosed === hidden) this.latest.set(object.number, object)
    }
  }

  /** Returns the value, or the value that it refers to. Returns null if a reference has no target. */
  resolve(value: PdfValue | undefined): PdfValue {
    let found: PdfValue = value ?? null
    for (let steps = 0; found instanceof PdfReference; steps++) {
      if (steps >= referencesMax) return null
      found = this.latest.get(found.number)?.value ?? null
    }
    return found
  }

  /** Returns the decoded stream of an object; null for a picture, without a stream, or if a limit is reached. */
  streamOf(object: PdfObject): DecodedStream | null {
    const cached = this.decoded.get(object)
    if (cached !== undefined) return cached
    const decoded = this.decode(object)
    this.decoded.set(object, decoded)
    return decoded
  }

  /** Returns the decoded stream that a value refers to, or null. */
  streamReferredTo(value: PdfValue | undefined): DecodedStream | null {
    const object = value instanceof PdfReference ? this.latestOf(value.number) : undefined
    return object === undefined ? null : this.streamOf(object)
  }

  /** Returns an entry of the last trailer that contains the key, or null. */
  trailerEntry(key: string): PdfValue {
    return this.resolve(this.trailers.findLast((trailer) => trailer.get(key) !== undefined)?.get(key))
  }

  /** Returns the decrypted stream of an object before its filters are decoded. */
  clearStreamOf({ container, generation, number, stream, value }: PdfObject): Uint8Array | null {
    if (stream === null || !(value instanceof PdfDictionary)) return null
    const type = nameOf(this.resolve(value.get("Type")))
    const { cipher } = this
    const isClear = cipher === null || container !== null || type === "XRef" ||
      type === "Metadata" && cipher.leavesMetadata || this.isLeftClear(value)
    return isClear ? stream : cipher.decryptStream(this.decryptable(stream), number, generation)
  }

  /** Returns the bytes that may be decrypted, and charges them. Unterminated streams all extend to the file's end. */
  private decryptable(stream: Uint8Array): Uint8Array {
    const bytes = stream.subarray(0, this.budget.inflatable)
    this.budget.spendDecoded(bytes.length, bytes.length < stream.length)
    return bytes
  }

  private decode(object: PdfObject): DecodedStream | null {
    if (this.budget.isLate) return null
    const raw = this.clearStreamOf(object)
    if (raw === null || !(object.value instanceof PdfDictionary)) return null
    // Of several entries for a key, most viewers use the last.
    const value = object.value.alternativeReading ?? object.value
    return decodeStream(raw, this.filtersOf(value), this.parametersOf(value), this.budget)
  }

  /**
   * Returns the filters of a stream. Some viewers accept the abbreviation `F`, as in inline images. If `F` is not a
   * name, it is the external file of the stream.
   */
  private filtersOf(value: PdfDictionary): PdfValue {
    const filters = this.resolveAll(value.get("Filter"))
    if (filters !== null) return filters
    const short = this.resolveAll(value.get("F"))
    return (Array.isArray(short) ? short : [short]).every((one) => one instanceof PdfName) ? short : null
  }

  private parametersOf(value: PdfDictionary): PdfValue {
    return this.resolveAll(value.get("DecodeParms") ?? value.get("DP"))
  }

  /** Reports whether a Crypt filter exempts a stream from encryption (ISO 32000-2, section 7.4.10). */
  private isLeftClear(value: PdfDictionary): boolean {
    const [filters, parameters] = [this.filtersOf(value), this.parametersOf(value)]
    const at = (Array.isArray(filters) ? filters : [filters]).findIndex((one) => nameOf(one) === "Crypt")
    if (at < 0) return false
    const own = Array.isArray(parameters) ? parameters[at] : parameters
    const name = own instanceof PdfDictionary ? nameOf(this.resolve(own.get("Name"))) : null
    return name === null || name === "Identity"
  }

  /**
   * Resolves a value and the references directly within it, as in filters and their parameters. The result for a
   * dictionary contains only the keys in `parameterKeys`.
   */
  resolveAll(value: PdfValue | undefined): PdfValue {
    const resolved = this.resolve(value)
    // Limit the work, because many streams can refer to the same very long list.
    if (Array.isArray(resolved)) return resolved.slice(0, resolvedEntriesMax).map((one) => this.resolve(one))
    if (!(resolved instanceof PdfDictionary)) return resolved
    const copy = new PdfDictionary()
    for (const key of parameterKeys) {
      const parameter = resolved.get(key)
      if (parameter !== undefined) copy.set(new PdfName(key, false), this.resolve(parameter))
    }
    return copy
  }

  private firstId(): Uint8Array {
    const id = this.trailerEntry("ID")
    const first = Array.isArray(id) ? this.resolve(id[0]) : null
    return first instanceof PdfString ? first.bytes : new Uint8Array(0)
  }

  /** Returns the objects of an object stream. */
  private contentsOf(object: PdfObject): ReadonlyArray<PdfObject> {
    const { stream, value } = object
    if (stream === null || !(value instanceof PdfDictionary)) return []
    // Do not check the type: viewers follow the cross-reference table to the stream without checking its type.
    const [count, first] = [this.resolve(value.get("N")), this.resolve(value.get("First"))]
    if (typeof count !== "number" || typeof first !== "number") return []
    const content = this.streamOf(object)
    return content === null ? [] : objectsInStream(object, content.bytes, count, first, this.budget, this.texts)
  }
}
