import type { Budget } from "../../reading/Budget.ts"
import { PdfKeyword, PdfLexer } from "./PdfLexer.ts"
import type { PdfObject } from "./PdfObjects.ts"
import type { PdfTextCache } from "./PdfTextCache.ts"

/** Maximum number of objects in one object stream. */
export const streamObjectsMax = 65_536

/**
 * Returns the objects of an object stream (ISO 32000-2, section 7.5.7). The stream contains pairs of number and offset,
 * then the values, which have no streams.
 *
 * @param content decoded stream
 * @param count declared number of objects
 * @param first offset of the first value
 */
export const objectsInStream = (
  object: PdfObject,
  content: Uint8Array,
  count: number,
  first: number,
  budget: Budget,
  texts: PdfTextCache
): ReadonlyArray<PdfObject> => {
  const pairs = new PdfLexer(content, 0, budget, texts)
  const found: Array<PdfObject> = []
  for (let at = 0; at < Math.min(count, streamObjectsMax); at++) {
    const [number, offset] = [pairs.readPlainInteger(), pairs.readPlainInteger()]
    if (number === null || offset === null || first + offset > content.length || !budget.takeObject()) break
    const lexer = new PdfLexer(content, first + offset, budget, texts)
    const read = lexer.read()
    // Limit the work, because many objects can start at the same offset.
    if (!budget.takeLexed(lexer.at - first - offset) || !budget.hasValues) break
    if (read instanceof PdfKeyword) continue
    found.push({ ...object, number, generation: 0, value: read, stream: null, container: object.number })
  }
  return found
}
