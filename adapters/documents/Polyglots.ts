import type { DocumentType } from "../../core/documents/facts/DocumentType.ts"

/** A PDF may begin this late (ISO 32000-1, implementation note 13). */
export const pdfHeadBytesMax = 1_024
/** Its end stands among the last bytes. */
export const pdfTailBytesMax = 2_048

/** Whether viewers of PDF open a document of another type as well; the readers of PDF and RTF see to it themselves. */
export const isPdfAsWell = (bytes: Uint8Array, type: DocumentType): boolean =>
  type !== "pdf" && type !== "rtf" && /%PDF-\d/.test(latin1.decode(bytes.subarray(0, pdfHeadBytesMax))) &&
  /startxref|%%EOF/.test(latin1.decode(bytes.subarray(Math.max(0, bytes.length - pdfTailBytesMax))))

const latin1 = new TextDecoder("latin1")
