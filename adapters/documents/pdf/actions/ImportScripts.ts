import type { PdfFile } from "../objects/PdfFile.ts"
import type { PdfDictionary, PdfValue } from "../objects/PdfValue.ts"

/** Keys of the scripts that run before and after the import of form data. */
const importKeys = ["Before", "After", "AfterPermsReady"] as const

/**
 * Returns the scripts of form data (ISO 32000-2, table 249). They run when the data is imported, or become scripts of
 * the document (`Doc`, a list of pairs of a name and a script).
 *
 * @param scripts value of `JavaScript`; another dictionary under this key has none of these scripts
 */
export const importScriptsOf = (file: PdfFile, scripts: PdfDictionary): ReadonlyArray<PdfValue> =>
  scripts.readings.flatMap((reading) => {
    const named = file.resolve(reading.get("Doc"))
    return [
      ...importKeys.flatMap((key) => reading.get(key) ?? []),
      ...Array.isArray(named) ? named.filter((_, at) => at % 2 === 1) : []
    ]
  })
