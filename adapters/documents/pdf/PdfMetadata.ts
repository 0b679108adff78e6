import type { Findings } from "../reading/Findings.ts"
import { truncateFactText } from "../reading/Findings.ts"
import type { PdfFile } from "./objects/PdfFile.ts"
import { PdfDictionary, PdfString } from "./objects/PdfValue.ts"

/** Maximum bytes of XMP that are read. */
export const xmpBytesMax = 256 * 1024
/** Maximum characters of the alternative texts of a document. */
export const alternativeCharsMax = 65_536

/**
 * Adds the texts that viewers do not show on a page, but programs read: the document information dictionary, XMP, and the
 * alternative texts of the structure (ISO 32000-2, sections 14.3.2, 14.3.3, 14.9.3 and 14.9.4).
 */
export const findMetadata = (file: PdfFile, findings: Findings): void => {
  addMetadata(informationOf(file), "document information", findings)
  addMetadata(xmpOf(file), "XMP metadata", findings)
  const alternatives = alternativesOf(file).trim()
  if (alternatives !== "") {
    findings.add({ kind: "hidden text", how: "an alternative text", text: alternatives, where: "structure" })
  }
}

const addMetadata = (text: string, where: string, findings: Findings): void => {
  if (text.trim() !== "") findings.add({ kind: "hidden text", how: "metadata", text: text.trim(), where })
}

const informationOf = (file: PdfFile): string => {
  const info = file.resolve(file.trailerEntry("Info"))
  if (!(info instanceof PdfDictionary)) return ""
  return ["Title", "Subject", "Keywords", "Author"].flatMap((key) => {
    const value = file.resolve(info.get(key))
    return value instanceof PdfString ? [truncateFactText(value.text)] : []
  }).join("\n")
}

/** Returns the text of the catalog's XMP packet without its markup. */
const xmpOf = (file: PdfFile): string => {
  const catalog = file.resolve(file.trailerEntry("Root"))
  if (!(catalog instanceof PdfDictionary)) return ""
  const packet = file.streamReferredTo(catalog.get("Metadata"))?.bytes ?? new Uint8Array(0)
  const xml = new TextDecoder().decode(packet.subarray(0, xmpBytesMax))
  return xml.split("<").map((part) => part.slice(part.indexOf(">") + 1)).join(" ").replaceAll(/\s+/g, " ")
}

const alternativesOf = (file: PdfFile): string => {
  const texts: Array<string> = []
  let left = alternativeCharsMax
  for (const { value } of file.objects) {
    if (left <= 0) break
    if (!(value instanceof PdfDictionary)) continue
    for (const key of ["Alt", "ActualText"]) {
      const text = value.get(key)
      if (!(text instanceof PdfString)) continue
      texts.push(text.text.slice(0, left))
      left -= text.text.length
    }
  }
  return texts.join("\n")
}
