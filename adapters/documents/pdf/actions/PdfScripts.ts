import { scriptCharsMax } from "../../../../core/documents/scripts/ScriptTokens.ts"
import type { PdfFile } from "../objects/PdfFile.ts"
import type { PdfObject } from "../objects/PdfObjects.ts"
import { type PdfString, pdfText } from "../objects/PdfValue.ts"

/** Maximum bytes of all scripts in streams. Streams can overlap, so this can exceed the file size. */
export const scriptBytesMax = 8 * 1024 * 1024
/** Maximum characters of all distinct scripts; further scripts are only counted as present. */
export const scriptsCharsMax = 2 * scriptCharsMax

/** Reads the scripts of one file, each once regardless of how many actions run it, within common limits. */
export class PdfScripts {
  private readonly file: PdfFile
  private readonly known = new Map<PdfString | PdfObject, string | null>()
  private bytesLeft = scriptBytesMax
  private charsLeft = scriptsCharsMax

  constructor(file: PdfFile) {
    this.file = file
  }

  /** Returns null if the limit is reached. */
  ofString(script: PdfString): string | null {
    return this.readOnce(script, () => script.text)
  }

  /** Returns null if the limit is reached, or if there is no stream. */
  ofStream(object: PdfObject | undefined): string | null {
    if (object === undefined) return null
    return this.readOnce(object, () => {
      const bytes = this.file.streamOf(object)?.bytes
      if (bytes === undefined || this.bytesLeft <= 0) return null
      this.bytesLeft -= bytes.length
      return pdfText(bytes.subarray(0, scriptBytesMax))
    })
  }

  private readOnce(source: PdfString | PdfObject, read: () => string | null): string | null {
    const known = this.known.get(source)
    if (known !== undefined) return known
    const text = read()?.slice(0, scriptCharsMax) ?? null
    const kept = text === null || text.length > this.charsLeft ? null : text
    this.charsLeft -= kept?.length ?? 0
    this.known.set(source, kept)
    return kept
  }
}
