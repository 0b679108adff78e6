import { scriptCharsMax } from "../../../../core/documents/scripts/ScriptTokens.ts"
import type { PdfFile } from "../objects/PdfFile.ts"
import type { PdfObject } from "../objects/PdfObjects.ts"
import { decodePdfText, PdfReference, PdfString, type PdfValue } from "../objects/PdfValue.ts"

/** Maximum total bytes of the scripts in streams. Streams can overlap, so their total can exceed the file size. */
export const scriptBytesMax = 8 * 1024 * 1024
/** Maximum total characters of the distinct scripts of a file. Further scripts are reported without their text. */
export const scriptsCharsMax = 2 * scriptCharsMax

/**
 * Reads the scripts of one file within common limits. Each script is read once, regardless of how many actions run it.
 */
export class PdfScripts {
  private readonly file: PdfFile
  private readonly known = new Map<PdfString | PdfObject, string | null>()
  private bytesLeft = scriptBytesMax
  private charsLeft = scriptsCharsMax

  constructor(file: PdfFile) {
    this.file = file
  }

  /** Returns the text of a script that is a string or refers to a string or stream. Returns null for other values. */
  of(source: PdfValue): string | null {
    const value = this.file.resolve(source)
    if (value instanceof PdfString) return this.ofString(value)
    return source instanceof PdfReference ? this.ofStream(this.file.latestOf(source.number)) : null
  }

  /** Returns the text of a script, or null if the limit is reached. */
  ofString(script: PdfString): string | null {
    return this.readOnce(script, () => script.text)
  }

  /**
   * Returns the text of a script in a stream. Returns null if the limit is reached, if the object has no stream, or if
   * the stream cannot be decoded.
   */
  ofStream(object: PdfObject | undefined): string | null {
    if (object === undefined) return null
    return this.readOnce(object, () => {
      const stream = this.file.streamOf(object)
      if (stream === null || this.bytesLeft <= 0) return null
      const { bytes, isWhole } = stream
      if (bytes.length === 0 && !isWhole) return null
      this.bytesLeft -= bytes.length
      return decodePdfText(bytes.subarray(0, scriptBytesMax))
    })
  }

  private readOnce(source: PdfString | PdfObject, read: () => string | null): string | null {
    const cached = this.known.get(source)
    if (cached !== undefined) return cached
    const text = read()?.slice(0, scriptCharsMax) ?? null
    const kept = text === null || text.length > this.charsLeft ? null : text
    this.charsLeft -= kept?.length ?? 0
    this.known.set(source, kept)
    return kept
  }
}
