import { Effect } from "effect"
import { costTable } from "../../../core/credits/CostTable.ts"
import { documentDetails, formatDocumentResponse } from "../../../core/documents/DocumentResponse.ts"
import { type DocumentScan, type DocumentUpload, scanUpload } from "../../../core/documents/ScanDocument.ts"
import type { RequestEvent } from "../../../core/events/AccountEvent.ts"
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
    reply: formatDocumentResponse,
    summarize: (scan) => ({
      verdict: `${scan.rating} (${scan.score})`,
      subject: scan.fileName,
      details: documentDetails(scan),
      ...scan.rating === "block" ? { event: blockedEvent(scan) } : {}
    })
  })

const blockedEvent = ({ reasons, score, sha256 }: DocumentScan): RequestEvent => ({
  type: "document.blocked",
  data: { score, rating: "block", reasons: reasons.map(({ code }) => code), file_hash: `sha256:${sha256}` }
})
