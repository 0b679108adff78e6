/** Lead from a form, a sign-up or a CRM (contract, section 4.5). All fields are untrusted text. */
export interface Lead {
  readonly email?: string | undefined
  readonly message?: string | undefined
  readonly name?: string | undefined
  readonly company?: string | undefined
  readonly website?: string | undefined
  /** Label that the caller gives to the lead's origin. It is not analyzed. */
  readonly source?: string | undefined
}

/** Analyzed field that may contain links. */
export type LinkField = "website" | "message" | "company" | "name"

/** Analyzed fields, trimmed. An empty field counts as absent. */
export interface LeadFields {
  readonly email: string
  readonly message: string
  readonly name: string
  readonly company: string
  readonly website: string
}

/**
 * Normalizes an email address. Accepts `Ann Smith <ann@example.com>`, `mailto:ann@example.com`, and the full-width
 * characters of Japanese keyboards.
 */
const normalizeAddress = (text: string): string => {
  const plain = text.normalize("NFKC")
  const address = /^[^<>]*<([^<>\s]+)>$/.exec(plain)?.[1] ?? plain.replace(/^mailto:/i, "")
  const at = address.lastIndexOf("@")
  return at < 0 ? address : `${address.slice(0, at).trim()}@${address.slice(at + 1).trim().replace(/[,;]$/, "")}`
}

export const normalizeFields = ({ company, email, message, name, website }: Lead): LeadFields => ({
  email: normalizeAddress(email?.trim() ?? ""),
  message: message?.trim() ?? "",
  name: name?.trim() ?? "",
  company: company?.trim() ?? "",
  website: website?.trim() ?? ""
})
