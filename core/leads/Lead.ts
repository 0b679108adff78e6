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

/** `Ann Smith <ann@example.com>` and `mailto:ann@example.com` are ways to write an address. */
const addressIn = (text: string): string => /^[^<>]*<([^<>\s]+)>$/.exec(text)?.[1] ?? text.replace(/^mailto:/i, "")

export const fieldsOf = ({ company, email, message, name, website }: Lead): LeadFields => ({
  email: addressIn(email?.trim() ?? ""),
  message: message?.trim() ?? "",
  name: name?.trim() ?? "",
  company: company?.trim() ?? "",
  website: website?.trim() ?? ""
})
