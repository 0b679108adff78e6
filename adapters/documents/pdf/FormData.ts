import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import type { Findings } from "../reading/Findings.ts"
import { allTargetsOf } from "./actions/PdfActions.ts"
import type { PdfFile } from "./objects/PdfFile.ts"
import { locationOf } from "./objects/PdfTrailers.ts"
import { PdfDictionary, PdfString, type PdfValue } from "./objects/PdfValue.ts"

/** Keys of the texts that viewers show: the message after the import, values of fields, and comments. */
const shownKeys = ["Status", "V", "Contents"] as const

/** Returns the dictionary of form data (ISO 32000-2, 12.7.8.3) under a key `FDF`; null if the dictionary has none. */
export const formDataOf = (file: PdfFile, dictionary: PdfDictionary): PdfDictionary | null => {
  const data = file.resolve(dictionary.get("FDF"))
  return data instanceof PdfDictionary ? data : null
}

/**
 * Reads the data of a form: the documents to which it refers and its texts. Actions, import scripts and attachments are
 * found as in other files.
 *
 * @param readChanges reads the bytes that the data appends to its document (`Differences`)
 */
export const findFormData = (file: PdfFile, findings: Findings, readChanges: (bytes: Uint8Array) => void): void => {
  const visited = new Set<PdfValue>()
  for (const [at, { number }] of file.objects.entries()) {
    file.eachDictionary(at, (dictionary) => {
      const data = formDataOf(file, dictionary)
      if (data === null || visited.has(data)) return
      visited.add(data)
      for (const reading of data.readings) {
        addDocuments(file, reading, locationOf(number), findings)
        const changes = reading.get("Differences")
        if (changes === undefined || visited.has(changes)) continue
        visited.add(changes)
        const bytes = file.streamReferredTo(changes)?.bytes
        if (bytes !== undefined) readChanges(bytes)
      }
    })
  }
  if (visited.size === 0) return
  const texts = new Set<string>()
  for (const [at, { number }] of file.objects.entries()) {
    file.eachDictionary(at, (dictionary) => {
      if (isPageReference(dictionary)) addDocuments(file, dictionary, locationOf(number), findings)
      for (const key of shownKeys) addTexts(file, dictionary.get(key), texts)
    })
  }
  const text = [...texts].join("\n").slice(0, textCharsMax)
  if (text !== "") findings.add({ kind: "text", text, pages: null, where: "document" })
}

/** Reports whether a dictionary names a page of another document (ISO 32000-2, table 253). */
const isPageReference = (dictionary: PdfDictionary): boolean =>
  dictionary.get("Name") !== undefined && dictionary.get("F") !== undefined && dictionary.get("S") === undefined

/** Adds the documents that a file specification in `F` names. Viewers open them on import. */
const addDocuments = (file: PdfFile, dictionary: PdfDictionary, where: string, findings: Findings): void => {
  for (const target of allTargetsOf(file, dictionary)) {
    findings.add({ kind: "reference", role: "other", target, where })
  }
}

const addTexts = (file: PdfFile, value: PdfValue | undefined, texts: Set<string>): void => {
  const resolved = file.resolve(value)
  for (const one of Array.isArray(resolved) ? resolved : [resolved]) {
    if (one instanceof PdfString) texts.add(one.beginning)
  }
}
