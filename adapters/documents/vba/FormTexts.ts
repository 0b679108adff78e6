import type { CompoundFile } from "../compound/CompoundFile.ts"
import { decoderOf } from "./CodePage.ts"

/** Characters of the texts of all forms of a project. */
export const formCharsMax = 262_144
/** Texts of them. */
export const formTextsMax = 1_000
/** Shorter texts are names, or nothing. */
const texts = /[\x20-\x7e]{6,}|(?:[\x20-\x7e]\0){6,}/g
/** Streams of a form that hold its controls: captions, values, tags (MS-OFORMS 2.1.2). */
const controls = /^(?:o|f)$/i
const latin1 = 1252

/**
 * What stands in the controls of the forms of a project: runs of letters, each of one byte or two. Code that takes its commands
 * from the caption of a hidden label does not have them in its source.
 */
export const readFormTexts = (file: CompoundFile, prefix: string): ReadonlyArray<string> => {
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
