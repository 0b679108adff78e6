import { shortened } from "../../shared/requests/Subject.ts"
import { plainly } from "../../shared/requests/Unseen.ts"
import type { FilterTexts } from "./RequestFilters.ts"

const listed = new Intl.ListFormat("en-GB", { type: "conjunction" })

/** What a list that came out empty is narrowed by, and what to do: it names what is set, and nothing else. */
export const narrowedSaid = ({ from, keyId, operation, status, text, to, verdict }: FilterTexts): string => {
  const isSet = (value: string | undefined) => value !== undefined && value.trim() !== ""
  const set = [
    ...isSet(text) ? [`the search “${shortened(plainly(text!.trim()))}”`] : [],
    ...isSet(operation) ? ["the operation"] : [],
    ...isSet(verdict) ? ["the verdict"] : [],
    ...isSet(status) ? ["the status"] : [],
    ...isSet(keyId) ? ["the API key"] : [],
    ...isSet(from) || isSet(to) ? ["the time"] : []
  ]
  const what = set.length === 0 ? "" : `The list is narrowed by ${listed.format(set)}. `
  return `${what}Change ${set.length > 1 ? "one of them" : "that"}, or show all requests.`
}
