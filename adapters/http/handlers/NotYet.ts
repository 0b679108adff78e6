import { Effect, identity } from "effect"
import { checkUpload, type DocumentUpload, NotAvailableYet } from "../../../core/documents/DocumentUpload.ts"
import { Api } from "../api/Api.ts"
import { bind } from "../server/Binding.ts"

const { analyzeLead } = Api.groups.leads.endpoints
const { scan } = Api.groups.documents.endpoints
const { siteverify } = Api.groups.shield.endpoints

const notYet = (what: string) =>
  Effect.fail(new NotAvailableYet({ message: `${what} is not available yet in this release.` }))

/** Declared, and checked as far as the request goes; the judgement itself comes with a later release. */
export const scanBinding = bind(scan, {
  prepare: (form): DocumentUpload => form,
  work: (upload) => Effect.andThen(checkUpload(upload), notYet("Document scanning")),
  reply: identity
})

export const leadBinding = bind(analyzeLead, {
  prepare: (body) => body,
  work: () => notYet("Lead analysis"),
  reply: identity
})

export const siteverifyBinding = bind(siteverify, {
  prepare: (body) => body,
  work: () => notYet("Shield verification"),
  reply: identity
})
