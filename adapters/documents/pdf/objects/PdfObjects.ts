import { type Budget } from "../../reading/Budget.ts"
import { isDigit } from "./bytes/PdfCharacters.ts"
import { ForwardSearch } from "./bytes/WordSearch.ts"
import { PdfKeyword, PdfLexer } from "./PdfLexer.ts"
import { type PdfTextCache } from "./PdfTextCache.ts"
import { PdfDictionary, PdfReference, type PdfValue } from "./PdfValue.ts"
import { endsAt, streamEnd, streamStart } from "./StreamBounds.ts"

/** Indirect object of any revision of the file. */
export interface PdfObject {
  readonly number: number
  readonly generation: number
  /** Offset in the file of the object, or of the object stream that contains it. */
  readonly offset: number
  /** Offset in the file after the word `obj` of the object, or of the object stream that contains it. */
  readonly bodyOffset: number
  readonly value: PdfValue
  /** Bytes of the stream as stored: with filters applied, and encrypted if the file is encrypted. */
  readonly stream: Uint8Array | null
  /** Number of the object stream that contains the object, or null. */
  readonly container: number | null
  /** True if the object is within a stream or comment. Viewers find it there only through a cross-reference table. */
  readonly isEnclosed: boolean
}

export interface FoundObjects {
  readonly objects: ReadonlyArray<PdfObject>
  readonly trailers: ReadonlyArray<PdfDictionary>
}

/** Maximum digits of an object number or generation. */
const numberCharsMax = 10

/**
 * Finds every `N G obj` and every trailer in one pass over the bytes. A cross-reference table can point anywhere, even
 * into a string or stream, so objects are searched everywhere. Trailers are searched only outside of streams.
 */
export const findObjects = (file: Uint8Array, budget: Budget, texts: PdfTextCache): FoundObjects => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const ends = [new ForwardSearch(bytes, "endstream"), new ForwardSearch(bytes, "endobj")]
  const trailerWords = new ForwardSearch(bytes, "trailer")
  const comments = new Comments(bytes, budget)
  const objects: Array<PdfObject> = []
  const pending: Array<PendingStream> = []
  const trailers: Array<PdfDictionary> = []
  const findTrailers = (from: number, to: number) => {
    for (let at = trailerWords.next(from); at >= 0 && at < to; at = trailerWords.next(at + 1)) {
      const lexer = new PdfLexer(bytes, at + trailerWord.length, budget, texts)
      lexer.skipBlanks()
      const isTrailer = bytes[lexer.at] === openAngle
      const value = isTrailer ? lexer.read() : null
      if (value instanceof PdfDictionary) trailers.push(value)
      // Charge long comments before the dictionary too, because they can be scanned repeatedly.
      const isMuch = isTrailer || lexer.at - at > lineBytesMax
      if (isMuch && (!budget.takeLexed(lexer.at - at) || !budget.hasValues)) return
    }
  }
  let streamsEnd = 0
  for (let at = nextObject(bytes, 0); at >= 0; at = nextObject(bytes, at + 1)) {
    const head = headBefore(bytes, at, comments)
    if (head === null) continue
    findTrailers(streamsEnd, head.offset)
    if (!budget.takeObject()) break
    const isEnclosed = head.offset < streamsEnd || head.isInComment
    const lexer = new PdfLexer(bytes, at + objectWord.length, budget, texts)
    const read = lexer.read()
    // For an object without a value, the lexer reads the end keyword instead. The value is then null.
    const value = read instanceof PdfKeyword ? null : read
    const length = value instanceof PdfDictionary ? value.get("Length") : undefined
    const declared = typeof length === "number" ? length : null
    const from = value instanceof PdfDictionary ? streamStart(lexer, declared) : null
    let stream: Uint8Array | null = null
    if (from !== null) {
      const end = streamEnd(bytes, ends, from, declared)
      streamsEnd = Math.max(streamsEnd, end)
      stream = bytes.subarray(from, end)
      if (length instanceof PdfReference) pending.push({ object: objects.length, from, length })
    }
    objects.push(foundObject(head, value, stream, isEnclosed))
    const rest = lexer.readRest()
    if (rest !== null) objects.push(foundObject(head, rest, null, true))
    if (!budget.takeLexed(lexer.at - at) || !budget.hasValues) break
  }
  findTrailers(streamsEnd, bytes.length)
  applyLengths(bytes, objects, pending)
  return { objects, trailers }
}

/** Creates an object. All objects are created here, so that they share one hidden class. */
const foundObject = (
  { bodyOffset, generation, number, offset }: Head,
  value: PdfValue,
  stream: Uint8Array | null,
  isEnclosed: boolean
): PdfObject => ({ number, generation, offset, bodyOffset, value, stream, container: null, isEnclosed })

interface Head extends Pick<PdfObject, "number" | "generation" | "offset" | "bodyOffset"> {
  readonly isInComment: boolean
}

const objectWord = "obj"

/**
 * Returns the offset of the next `obj`, or -1. The loop jumps between possible positions of the last letter, because up
 * to a third of the bytes can match.
 */
const nextObject = (bytes: Uint8Array, from: number): number => {
  for (let at = from + 2; at < bytes.length;) {
    const byte = bytes[at]
    if (byte === 0x6a) {
      if (bytes[at - 1] === 0x62 && bytes[at - 2] === 0x6f) return at - 2
      at += 3
    } else at += byte === 0x62 ? 1 : byte === 0x6f ? 2 : 3
  }
  return -1
}
const trailerWord = "trailer"
/** Code of `<`. A dictionary starts with two of them. */
const openAngle = 0x3c

/** Stream whose length is in another object. */
interface PendingStream {
  readonly object: number
  readonly from: number
  readonly length: PdfReference
}

/**
 * Returns the numbers before `obj`, such as `12 0`, or null. Comments can be between the numbers and `obj`, and
 * can contain other objects.
 */
const headBefore = (bytes: Buffer, obj: number, comments: Comments): Head | null => {
  const before = bytes[obj - 1] ?? 0
  // Reject words such as `endobj`.
  if (!isBlank(before) && !isDigit(before)) return null
  const numbers = plainHeadBefore(bytes, obj)
  const isInComment = numbers !== null && comments.isOneBefore(numbers.offset)
  const bodyOffset = obj + objectWord.length
  const head = numbers === null ? null : { ...numbers, bodyOffset, isInComment }
  if (head === null ? !isBlank(before) : !isInComment) return head
  const from = Math.max(0, obj - commentBytesMax)
  const commented = comments.mayContain(from, obj) ? commentedHeadBefore(bytes, obj, from) : null
  return commented === null ? head : { ...commented, bodyOffset, isInComment: false }
}

/** Detects comments before objects. The backward search is charged to the budget like other reads. */
class Comments {
  private readonly bytes: Uint8Array
  private readonly percents: ForwardSearch
  private readonly percentsOfLines: ForwardSearch
  private readonly budget: Budget
  private isSpent = false

  constructor(bytes: Buffer, budget: Budget) {
    this.bytes = bytes
    this.percents = new ForwardSearch(bytes, "%")
    this.percentsOfLines = new ForwardSearch(bytes, "%")
    this.budget = budget
  }

  /** Reports whether a comment starts earlier on the same line. */
  isOneBefore(end: number): boolean {
    const from = Math.max(0, end - lineBytesMax)
    const percent = this.percentsOfLines.next(from)
    if (percent < 0 || percent >= end) return false
    for (let at = end - 1; at >= from; at--) {
      if (this.bytes[at] === 10 || this.bytes[at] === 13) return false
      if (this.bytes[at] === 37) return true
    }
    return false
  }

  mayContain(from: number, to: number): boolean {
    if (this.isSpent) return false
    const percent = this.percents.next(from)
    if (percent < 0 || percent >= to) return false
    this.isSpent = !this.budget.takeLexed(to - from)
    return !this.isSpent
  }
}

/** Maximum bytes before an object that are searched for a comment on the same line. */
const lineBytesMax = 256
/** Maximum bytes before `obj` that are searched for its numbers if comments precede it. */
const commentBytesMax = 4_096

const commentedHeadBefore = (bytes: Buffer, obj: number, from: number) => {
  const text = bytes.toString("latin1", from, obj).replaceAll(/%[^\r\n]*/g, (comment) => " ".repeat(comment.length))
  const head = /(?<!\d)(\d{1,10})[\s\0]+(\d{1,10})[\s\0]*$/.exec(text)
  return head === null
    ? null
    : { number: Number(head[1]), generation: Number(head[2]), offset: from + head.index }
}

/** Reads the numbers before `obj` backward. Returns null if the numbers are missing. */
const plainHeadBefore = (bytes: Buffer, obj: number) => {
  let at = skipBlanksBack(bytes, obj)
  const generation = digitsBack(bytes, at)
  if (generation === null) return null
  at = skipBlanksBack(bytes, generation.from)
  if (at === generation.from) return null
  const number = digitsBack(bytes, at)
  return number === null ? null : { number: number.value, generation: generation.value, offset: number.from }
}

const skipBlanksBack = (bytes: Buffer, end: number): number => {
  let at = end
  while (at > 0 && isBlank(bytes[at - 1]!)) at--
  return at
}

const digitsBack = (bytes: Buffer, end: number): { readonly value: number; readonly from: number } | null => {
  let [from, value, place] = [end, 0, 1]
  for (; from > 0 && end - from < numberCharsMax && bytes[from - 1]! >= 48 && bytes[from - 1]! <= 57; place *= 10) {
    value += (bytes[--from]! - 48) * place
  }
  return from === end ? null : { value, from }
}

const isBlank = (byte: number): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0

/**
 * Applies stream lengths that are stored in other objects and are known only now. A search for `endstream` is not
 * enough, because the data of a stream can contain this word.
 */
const applyLengths = (bytes: Buffer, objects: Array<PdfObject>, pending: ReadonlyArray<PendingStream>): void => {
  if (pending.length === 0) return
  const numbers = new Map(objects.map(({ number, value }) => [number, value]))
  for (const { from, length, object } of pending) {
    const [before, value] = [objects[object], numbers.get(length.number)]
    if (before === undefined || typeof value !== "number" || value < 0 || !endsAt(bytes, from + value)) continue
    objects[object] = { ...before, stream: bytes.subarray(from, from + value) }
  }
}
