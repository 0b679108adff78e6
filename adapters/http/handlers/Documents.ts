import { costTable } from "../../../core/credits/CostTable.ts"
import { documentAnswer } from "../../../core/documents/DocumentAnswer.ts"
import { type DocumentUpload, scanUpload } from "../../../core/documents/DocumentUpload.ts"
import { Api } from "../api/Api.ts"
import { bind } from "../server/Binding.ts"

const { scan } = Api.groups.documents.endpoints

export const documents = bind(scan, {
  prepare: (form): DocumentUpload => form,
  price: () => costTable["scan"],
  reserves: true,
  work: (upload) => scanUpload(upload),
  reply: documentAnswer,
  note: ({ fileName, rating, score }) => ({ verdict: `${rating} (${score})`, subject: fileName })
})
