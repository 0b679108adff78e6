import { Result } from "effect"
import { leadFieldCharsMax, LeadRequest, messageCharsMax } from "../../../adapters/http/api/Leads.ts"
import { decoder } from "../../../adapters/http/server/Validation.ts"
import type { Lead } from "../../../core/leads/signals/Lead.ts"

export const leadFieldNames = ["email", "message", "name", "company", "website", "source"] as const

/** Of a lead whose fields are as long as they may be. */
export const leadFieldsTotalCharsMax = messageCharsMax + (leadFieldNames.length - 1) * leadFieldCharsMax

const decode = decoder(LeadRequest)

/**
 * A lead as the endpoint would take it, or what is wrong with it. Lists have websites as people write them (`example.com`,
 * `none`): here they are read as such, where the endpoint asks for a URL. Fields of other names, and null, say nothing.
 */
export const leadOfFields = (fields: Readonly<Record<string, unknown>>): Result.Result<Lead, string> => {
  const given = Object.fromEntries(
    leadFieldNames.flatMap((name) => (fields[name] ?? null) === null ? [] : [[name, fields[name]]])
  )
  const { website, ...others } = given
  const isPlain = typeof website === "string" && !/^\s*[a-z][a-z0-9+.-]*:/i.test(website) &&
    website.length <= leadFieldCharsMax
  const decoded = decode(isPlain ? others : given)
  if ("invalid" in decoded) return Result.fail(decoded.invalid.message)
  return Result.succeed(isPlain ? { ...decoded.value, website } : decoded.value)
}
