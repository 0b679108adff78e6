import { scriptCharsMax } from "../../../../core/documents/scripts/ScriptTokens.ts"
import type { PdfFile } from "../objects/PdfFile.ts"
import type { PdfObject } from "../objects/PdfObjects.ts"
import { type PdfString, pdfText } from "../objects/PdfValue.ts"

/** Bytes of all scripts in streams together: streams may overlap, so that they are more than the file has. */
export const scriptBytesMax = 8 * 1024 * 1024
/** Characters of all different scripts together; of what comes after is known only that it is there. */
export const scriptsCharsMax = 2 * scriptCharsMax

/** The scripts of one file, each read once, however many actions run it, and all together within their limits. */
export class PdfScripts {
  private readonly file: PdfFile
  private readonly known = new Map<PdfString | PdfObject, string | null>()
  private bytesLeft = scriptBytesMax
  private charsLeft = scriptsCharsMax

  constructor(file: PdfFile) {
    this.file = file
  }

  /** Null where nothing more is kept. */
  ofString(script: PdfString): string | null {
    return this.once(script, () => script.text)
  }

  /** Null where there is none as well. */
  ofStream(object: PdfObject | undefined): string | null {
    if (object === undefined) return null
    return this.once(object, () => {
      const bytes = this.file.streamOf(object)?.bytes
      if (bytes === undefined || this.bytesLeft <= 0) return null
      this.bytesLeft -= bytes.length
      return pdfText(bytes.subarray(0, scriptBytesMax))
    })
  }

  private once(source: PdfString | PdfObject, read: () => string | null): string | null {
    const known = this.known.get(source)
    if (known !== undefined) return known
    const text = read()?.slice(0, scriptCharsMax) ?? null
    const kept = text === null || text.length > this.charsLeft ? null : text
    this.charsLeft -= kept?.length ?? 0
    this.known.set(source, kept)
    return kept
  }
}
