import { Effect } from "effect"
import { costTable } from "../../../core/credits/CostTable.ts"
import { documentAnswer, documentDetails } from "../../../core/documents/DocumentAnswer.ts"
import { type DocumentUpload, scanUpload } from "../../../core/documents/ScanDocument.ts"
import { CurrentRequester } from "../../../core/queues/Requester.ts"
import { Api } from "../api/Api.ts"
import { bind } from "../server/endpoints/Binding.ts"

const { scan } = Api.groups.documents.endpoints

export const documents = bind(scan, {
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
