import { makeWorkbook } from "../adapters/documents/excel/MakeWorkbook.ts"
import { encryptWorkbook, workbookCiphers } from "../adapters/documents/office-crypto/EncryptOle2.ts"
import { encryptAgile } from "../adapters/documents/office-crypto/EncryptPackage.ts"
import { makeCompoundFile } from "../adapters/documents/ole/MakeCompoundFile.ts"
import { makeOoxml } from "../adapters/documents/ooxml/MakeOoxml.ts"
import { locked, openToAll } from "../adapters/documents/pdf/EncryptedPdfs.ts"
import { disguises, makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { officeCases } from "../adapters/documents/reasons/OfficeCases.ts"
import { pdfCases } from "../adapters/documents/reasons/PdfCases.ts"

const launching = { 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }
const sheet = makeWorkbook([{ name: "S" }])
const reasons = [...pdfCases, ...officeCases]

/** Documents to scan: one for each case of a reason, encryption and disguise, and a damaged file. */
export const documents: ReadonlyArray<readonly [name: string, bytes: Uint8Array]> = [
  ...reasons.map(({ code, penalty, raises }, at) => [`${code} ${penalty} ${at}`, raises] as const),
  ...openToAll.map(([name, bytes]) => [`PDF, ${name}`, bytes] as const),
  ["PDF, locked", locked],
  ...disguises.map((disguise) => [`PDF, ${disguise}`, makePdf(launching, disguise)] as const),
  ...workbookCiphers.map((cipher) =>
    [
      `XLS, ${cipher}`,
      makeCompoundFile({ Workbook: encryptWorkbook(sheet, cipher, "VelvetSweatshop") })
    ] as const
  ),
  ["OOXML, encrypted", encryptAgile(makeOoxml({}), "VelvetSweatshop")],
  ["damaged", new TextEncoder().encode("%PDF-1.7\n")]
]

/** Documents by name, each with a reason code that its scan must return. */
export const codes: ReadonlyArray<readonly [name: string, code: string]> = [
  ...openToAll.map(([name]) => [`PDF, ${name}`, "JAVASCRIPT"] as const),
  ...disguises.map((disguise) => [`PDF, ${disguise}`, "LAUNCH_ACTION"] as const),
  ...workbookCiphers.map((cipher) => [`XLS, ${cipher}`, "ENCRYPTED_DEFAULT_PASSWORD"] as const),
  ["PDF, locked", "ENCRYPTED"]
]
