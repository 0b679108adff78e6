/** What a form, a sign-up or a CRM has of somebody (contract, section 4.5). All of it is text of strangers. */
export interface Lead {
  readonly email?: string | undefined
  readonly message?: string | undefined
  readonly name?: string | undefined
  readonly company?: string | undefined
  readonly website?: string | undefined
  /** Where it came from, in the caller's own words; it is not judged. */
  readonly source?: string | undefined
}

/** A field that is judged, and may hold links. */
export type LinkField = "website" | "message" | "company" | "name"

/** The fields that are judged, without the blanks around them; an empty one is one that is not there. */
export interface LeadFields {
  readonly email: string
  readonly message: string
  readonly name: string
  readonly company: string
  readonly website: string
}

/** `Ann Smith <ann@example.com>`, `mailto:ann@example.com` and what Japanese keyboards write are ways to write an address. */
const addressIn = (text: string): string => {
  const plain = text.normalize("NFKC")
  const address = /^[^<>]*<([^<>\s]+)>$/.exec(plain)?.[1] ?? plain.replace(/^mailto:/i, "")
  const at = address.lastIndexOf("@")
  return at < 0 ? address : `${address.slice(0, at).trim()}@${address.slice(at + 1).trim().replace(/[,;]$/, "")}`
}

export const fieldsOf = ({ company, email, message, name, website }: Lead): LeadFields => ({
  email: addressIn(email?.trim() ?? ""),
  message: message?.trim() ?? "",
  name: name?.trim() ?? "",
  company: company?.trim() ?? "",
  website: website?.trim() ?? ""
})
