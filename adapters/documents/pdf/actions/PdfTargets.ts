import type { PdfFile } from "../objects/PdfFile.ts"
import { PdfDictionary, PdfString, type PdfValue } from "../objects/PdfValue.ts"

/** Keys under which an action names what it goes to; those of systems hold what only that system goes to. */
const targetKeys = ["URI", "F", "Win", "Mac", "Unix"] as const
/** Keys under which a file specification names the file. */
const nameKeys = ["F", "UF", "DOS", "Unix", "Mac", "URI"] as const

/**
 * All that an action may go to, each once: `URI`, or a file specification (ISO 32000-2, 7.11), which is a string, or a dictionary
 * with a name for each system. Which of them counts is for the viewer to say, so that none hides another.
 *
 * @param part what the action holds under a key
 */
export const targetsOf = (file: PdfFile, part: (key: string) => PdfValue): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const key of targetKeys) {
    const value = part(key)
    if (value instanceof PdfString) found.add(value.beginning)
    if (!(value instanceof PdfDictionary)) continue
    for (const name of nameKeys) {
      const path = file.resolve(value.get(name))
      if (path instanceof PdfString) found.add(key === "Win" ? commandOf(file, value, path.beginning) : path.beginning)
    }
  }
  return [...found]
}

/** What Windows is told (table 204): the folder to start in, the file, and what the program is given. */
const commandOf = (file: PdfFile, launch: PdfDictionary, path: string): string => {
  const said = (key: string): string => {
    const value = file.resolve(launch.get(key))
    return value instanceof PdfString ? value.beginning.trim() : ""
  }
  const [folder, given] = [said("D"), said("P")]
  const isWhole = folder === "" || /^[\\/]|:/.test(path)
  return `${isWhole ? "" : `${folder.replace(/[\\/]$/, "")}\\`}${path}${given === "" ? "" : ` ${given}`}`
}
