import {
  type CrossReferences,
  type LexedFile,
  objectAt,
  type ObjectLocation,
  readCrossReferences
} from "./CrossReferences.ts"
import type { PdfFile } from "./PdfFile.ts"
import type { PdfObject } from "./PdfObjects.ts"

/**
 * Returns the locations of a file's objects if a viewer that follows them reads other objects than the last of each
 * number, else null. Without a usable cross-reference table, viewers search for objects, and differ in which object of
 * a number they use: the locations are then those of the first objects.
 */
export const findOtherLocations = (file: PdfFile): CrossReferences | null => {
  const direct = directObjects(file.objects)
  const references = readCrossReferences(file, {
    objectAt: (bodyOffset) => objectOfBody(direct, bodyOffset),
    resolve: (value) => file.resolve(value),
    bytesOf: (object) => file.streamOf(object)?.bytes ?? null
  })
  const { locations, trailers } = references
  const root = file.resolve(trailers.find((trailer) => trailer.get("Root") !== undefined)?.get("Root"))
  if (root !== null && root !== file.trailerEntry("Root")) return references
  const others = locations.size === 0 ? { locations: firstLocations(file), trailers: [] } : references
  for (const [number, { container, offset }] of others.locations) {
    const latest = file.latestOf(number)
    if (latest?.container === container && (offset === null || latest.offset === offset)) continue
    const object = offset === null
      ? null
      : objectAt(file, offset, number, { objectAt: (at) => objectOfBody(direct, at) })
    if (offset === null || object !== null && object !== latest) return others
  }
  return null
}

/** Returns the objects at the given locations, by number. */
export const objectsAtLocations = (
  file: LexedFile,
  objects: ReadonlyArray<PdfObject>,
  locations: ReadonlyMap<number, ObjectLocation>
): ReadonlyMap<number, PdfObject> => {
  const found = new Map<number, PdfObject>()
  const direct = directObjects(objects)
  const contained = new Map(objects.map((object) => [`${object.container} ${object.number}`, object]))
  for (const [number, { container, offset }] of locations) {
    const object = offset === null
      ? contained.get(`${container} ${number}`)
      : objectAt(file, offset, number, { objectAt: (at) => objectOfBody(direct, at) })
    if (object !== undefined && object !== null) found.set(number, object)
  }
  return found
}

const directObjects = (objects: ReadonlyArray<PdfObject>): ReadonlyArray<PdfObject> =>
  objects.filter(({ bodyOffset, container }) => container === null && bodyOffset > 0)

const firstLocations = (file: PdfFile): ReadonlyMap<number, ObjectLocation> => {
  const first = new Map<number, ObjectLocation>()
  for (const { bodyOffset, container, isEnclosed, number, offset } of file.objects) {
    if (bodyOffset === 0 || isEnclosed || first.has(number)) continue
    first.set(number, { offset: container === null ? offset : null, container })
  }
  return first
}

/** Searches objects in the order of the file for the one whose value starts at an offset. */
const objectOfBody = (objects: ReadonlyArray<PdfObject>, bodyOffset: number): PdfObject | null => {
  let [low, high] = [0, objects.length]
  while (low < high) {
    const middle = low + high >>> 1
    if (objects[middle]!.bodyOffset < bodyOffset) low = middle + 1
    else high = middle
  }
  const object = objects[low]
  return object?.bodyOffset === bodyOffset ? object : null
}
