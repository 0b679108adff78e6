import type { PdfObject } from "./PdfObjects.ts"
import { type PdfDictionary, visitDictionaries } from "./PdfValue.ts"

/** Object number that represents trailers, because object 0 is never in use (ISO 32000-2, section 7.5.4). */
const trailerNumber = 0

/**
 * Returns the trailers that contain dictionaries, as objects. A catalog can be written directly in a trailer, and
 * viewers open it.
 *
 * Strings of a trailer are not encrypted (ISO 32000-2, section 7.6.2). The dictionary of a cross-reference stream is a
 * trailer too, but it is already the value of an object.
 */
export const trailerObjects = (trailers: ReadonlyArray<PdfDictionary>): ReadonlyArray<PdfObject> =>
  trailers.filter(containsDictionary).map((value) => ({
    number: trailerNumber,
    generation: 0,
    offset: 0,
    bodyOffset: 0,
    value,
    stream: null,
    container: null,
    // True, because no reference points to a trailer, and it supersedes no object.
    isEnclosed: true
  }))

const containsDictionary = (trailer: PdfDictionary): boolean => {
  let count = 0
  visitDictionaries(trailer, () => count++)
  return count > 1
}

/** Names the location of an object for messages. */
export const locationOf = (number: number): string => number === trailerNumber ? "trailer" : `object ${number}`
