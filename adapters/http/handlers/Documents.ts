import { Effect } from "effect"
import { costTable } from "../../../core/credits/CostTable.ts"
import { documentDetails, documentResponse } from "../../../core/documents/DocumentResponse.ts"
import { type DocumentUpload, scanUpload } from "../../../core/documents/ScanDocument.ts"
import { CurrentRequester } from "../../../core/queues/Requester.ts"
import { scan } from "../api/Documents.ts"
import { keyedRoute } from "../server/endpoints/Route.ts"

export interface DocumentOptions {
  readonly uploadBytesMax: number
}

export const documentRoute = ({ uploadBytesMax }: DocumentOptions) =>
  keyedRoute({ ...scan, contract: { ...scan.contract, bodyBytesMax: uploadBytesMax } }, {
    prepare: (form): DocumentUpload => form,
    price: () => costTable["scan"],
    reservesCredits: true,
    execute: (upload, caller) => Effect.provideService(scanUpload(upload), CurrentRequester, caller),
    reply: documentResponse,
    summarize: (scan) => ({
      verdict: `${scan.rating} (${scan.score})`,
      subject: scan.fileName,
      details: documentDetails(scan)
    })
  })
