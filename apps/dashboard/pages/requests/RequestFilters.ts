import { searchCharsMax } from "../../../../adapters/http/account/api/Page.ts"
import type { RequestsNarrowed } from "../../../../adapters/http/account/api/Requests.ts"
import { addDays, readDay, startOfDay } from "../../shared/time/Days.ts"

/** As they stand in the address bar: all texts, days as the reader's. */
export const filterNames = ["operation", "status", "keyId", "verdict", "text", "from", "to"] as const
export type FilterName = typeof filterNames[number]
export type FilterTexts = { readonly [Name in FilterName]?: string | undefined }

/** What is nonsense narrows nothing: somebody may have edited the address. Both days are in it. */
export const filtersOf = (texts: FilterTexts, zone: string): RequestsNarrowed => {
  const plain = (["operation", "keyId", "verdict", "text"] as const).flatMap((name) => {
    const text = texts[name]?.trim().slice(0, searchCharsMax) ?? ""
    return text === "" ? [] : [[name, text] as const]
  })
  const [from, to] = [readDay(texts.from), readDay(texts.to)]
  return {
    ...Object.fromEntries(plain),
    ...texts.status !== undefined && /^[2-5](?:\d\d|xx)$/.test(texts.status) ? { status: texts.status } : {},
    ...from === null ? {} : { from: startOfDay(from, zone) },
    ...to === null ? {} : { to: startOfDay(addDays(to, 1), zone) }
  }
}
