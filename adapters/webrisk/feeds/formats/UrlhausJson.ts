import { Predicate } from "effect"
import { type JsonFormat, type Said, urlEntry } from "./Format.ts"
import { isWebAddress } from "./Names.ts"
import { threatTypeOf } from "./ThreatWords.ts"

/** `{"3786237": [{"url": …, "url_status": …, "threat": …, "tags": […]}]}` (urlhaus.abuse.ch/api). */
export const urlhausJson: JsonFormat = {
  reads: "json",
  id: "urlhaus-json",
  title: "URLhaus JSON",
  recognizes: (value) => {
    const [first] = rowsOf(value)
    return Predicate.isObject(first) && "url_status" in first && "threat" in first
  },
  *items(value) {
    for (const row of rowsOf(value)) yield said(row)
  }
}

/** Under numbers, or as the API answers: under `urls`. */
function* rowsOf(value: unknown): Generator<unknown> {
  if (!Predicate.isObject(value)) return
  for (const rows of Object.values(value)) if (Array.isArray(rows)) yield* rows
}

const said = (row: unknown): Said => {
  if (!Predicate.isObject(row)) return null
  const { tags, threat, url } = row as Readonly<Record<string, unknown>>
  if (typeof url !== "string" || !isWebAddress(url)) return null
  const type = typeof threat === "string" ? threatTypeOf(threat) : null
  return [urlEntry(url, type ?? (Array.isArray(tags) ? threatTypeOf(tags.slice(0, 32).join(" ")) : null))]
}
