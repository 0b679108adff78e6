import type { Findings } from "../reading/Findings.ts"
import { factText } from "../reading/Findings.ts"
import type { PdfFile } from "./objects/PdfFile.ts"
import type { PdfObject } from "./objects/PdfObjects.ts"
import { placeOf } from "./objects/PdfTrailers.ts"
import { PdfDictionary, PdfReference, PdfString, type PdfValue } from "./objects/PdfValue.ts"
import { nameOf } from "./objects/PdfWalk.ts"

/**
 * Embedded files (ISO 32000-2, section 7.11.4), wherever a file specification names them, and those that none names. A file
 * that could not be decoded is there all the same, without its bytes.
 */
export const findAttachments = (file: PdfFile, findings: Findings): void => {
  const taken = new Set<PdfObject>()
  const looked = new Set<PdfDictionary>()
  for (const [at, { number }] of file.objects.entries()) {
    file.eachDictionary(at, (dictionary) => {
      const embedded = file.resolve(dictionary.get("EF"))
      if (!(embedded instanceof PdfDictionary) || looked.has(embedded)) return
      looked.add(embedded)
      for (const key of embedded.keys()) {
        const reference = embedded.get(key)
        const stream = reference instanceof PdfReference ? file.latestOf(reference.number) : undefined
        if (stream === undefined || taken.has(stream)) continue
        taken.add(stream)
        addFile(file, stream, fileNameOf(file, dictionary), placeOf(number), findings)
      }
    })
  }
  for (const object of file.objects) {
    const { value } = object
    if (object.stream === null || taken.has(object) || !(value instanceof PdfDictionary)) continue
    if (nameOf(file.resolve(value.get("Type"))) !== "EmbeddedFile" || file.latestOf(object.number) !== object) continue
    addFile(file, object, "", placeOf(object.number), findings)
  }
}

const addFile = (file: PdfFile, object: PdfObject, name: string, where: string, findings: Findings): void => {
  const content = file.streamOf(object)
  if (content === null) {
    findings.add({ kind: "unread", what: "an attachment that cannot be decoded", isDocument: false, where })
  }
  findings.addFile({ name: factText(name), bytes: content?.bytes ?? new Uint8Array(0), as: "attachment", where })
}

/** `UF` holds Unicode; the others are of older versions and other systems. */
const fileNameOf = (file: PdfFile, specification: PdfDictionary): string => {
  for (const key of ["UF", "F", "DOS", "Unix", "Mac", "Desc"]) {
    const value: PdfValue = file.resolve(specification.get(key))
    if (value instanceof PdfString) return value.text
  }
  return ""
}
