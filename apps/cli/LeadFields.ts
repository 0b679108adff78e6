import { Result, Schema } from "effect"
import { leadFieldCharsMax, LeadRequest, messageCharsMax } from "../../adapters/http/api/Leads.ts"
import type { Lead } from "../../core/leads/Lead.ts"

export const leadFieldNames = ["email", "message", "name", "company", "website", "source"] as const

/** Of a lead whose fields are as long as they may be. */
export const leadFieldsTotalCharsMax = messageCharsMax + (leadFieldNames.length - 1) * leadFieldCharsMax

const decode = Schema.decodeUnknownResult(LeadRequest)

/** A lead as the endpoint would take it, or what is wrong with it; fields of other names say nothing. */
export const leadOfFields = (fields: object): Result.Result<Lead, string> =>
  Result.mapError(decode(fields), (failure) => failure.message)
