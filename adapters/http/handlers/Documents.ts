import { Effect } from "effect"
import { costTable } from "../../../core/credits/CostTable.ts"
import { documentAnswer, documentDetails } from "../../../core/documents/DocumentAnswer.ts"
import { type DocumentUpload, scanUpload } from "../../../core/documents/ScanDocument.ts"
import { CurrentRequester } from "../../../core/queues/Requester.ts"
import { scan } from "../api/Documents.ts"
import { bindKeyed } from "../server/endpoints/Binding.ts"

export interface DocumentOptions {
  readonly uploadBytesMax: number
}

export const documents = ({ uploadBytesMax }: DocumentOptions) =>
  bindKeyed({ ...scan, contract: { ...scan.contract, bodyBytesMax: uploadBytesMax } }, {
    prepare: (form): DocumentUpload => form,
    price: () => costTable["scan"],
    reserves: true,
    work: (upload, caller) => Effect.provideService(scanUpload(upload), CurrentRequester, caller),
    reply: documentAnswer,
    note: (scan) => ({
      verdict: `${scan.rating} (${scan.score})`,
      subject: scan.fileName,
      details: documentDetails(scan)
    })
  })
