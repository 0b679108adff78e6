import type { PdfObject } from "./PdfObjects.ts"
import { everyDictionary, type PdfDictionary } from "./PdfValue.ts"

/** The number of a trailer among the objects of a file: object 0 is never in use (ISO 32000-2, section 7.5.4). */
const trailerNumber = 0

/**
 * Returns the trailers that hold dictionaries, as objects. A catalog may be written directly in a trailer, and viewers open it.
 *
 * Strings of a trailer are not encrypted (ISO 32000-2, section 7.6.2). The dictionary of a cross-reference stream, which is a trailer
 * as well, is the value of an object anyway.
 */
export const trailerObjects = (trailers: ReadonlyArray<PdfDictionary>): ReadonlyArray<PdfObject> =>
  trailers.filter(holdsDictionary).map((value) => ({
    number: trailerNumber,
    generation: 0,
    offset: 0,
    value,
    stream: null,
    container: null,
    // No reference leads to it, and it supersedes no other object.
    isInStream: true
  }))

const holdsDictionary = (trailer: PdfDictionary): boolean => {
  let count = 0
  everyDictionary(trailer, () => count++)
  return count > 1
}

/** Names the place of an object in a message. */
export const placeOf = (number: number): string => number === trailerNumber ? "trailer" : `object ${number}`
