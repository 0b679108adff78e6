import type { LeadCode } from "../../../../core/leads/signals/LeadCatalogue.ts"

/** For people, where the catalogue tells programmers how points come about. */
export const plainMeanings: Readonly<Partial<Record<LeadCode, string>>> = {
  BRAND_LOOKALIKE: "A link's domain imitates a brand.",
  MANY_LINKS: "The message holds three links or more.",
  DISGUISED_URL: "A link is written so that programs do not see it, as hxxp or example[.]com.",
  SPAM_CONTENT: "The text of the message reads like spam.",
  OBFUSCATED_TEXT:
    "The message is written so that programs do not read what people read: odd alphabets, digits for letters, hidden signs.",
  INVALID_EMAIL: "No mail can be sent to the address.",
  URL_IN_NAME: "The name or the company is written as a web address."
}
