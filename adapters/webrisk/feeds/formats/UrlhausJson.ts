import { Predicate } from "effect"
import { type JsonFormat, type Said, urlEntry } from "./Format.ts"
import { isWebAddress } from "./Names.ts"
import { threatTypeOf } from "./ThreatWords.ts"

/** `{"3786237": [{"url": …, "url_status": …, "threat": …, "tags": […]}]}`, or under `urls` (urlhaus.abuse.ch/api). */
export const urlhausJson: JsonFormat = {
  reads: "json",
  id: "urlhaus-json",
  title: "URLhaus JSON",
  recognizes: ({ key, value }) =>
    key !== null && Predicate.isObject(value) && "url_status" in value && "threat" in value,
  read: ({ value }) => said(value)
}

const said = (row: unknown): Said => {
  if (!Predicate.isObject(row)) return null
  const { tags, threat, url } = row as Readonly<Record<string, unknown>>
  if (typeof url !== "string" || !isWebAddress(url)) return null
  const type = typeof threat === "string" ? threatTypeOf(threat) : null
  return [urlEntry(url, type ?? (Array.isArray(tags) ? threatTypeOf(tags.slice(0, 32).join(" ")) : null))]
}
