import fc from "fast-check"

export const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,14}[a-z0-9])?$/)
const localPart = fc.stringMatching(/^[A-Za-z0-9_+-]{1,12}(?:\.[A-Za-z0-9_+-]{1,12}){0,2}$/)
export const domain = fc.tuple(label, fc.constantFrom("com", "net", "co.uk", "de", "con", "example"))
  .map((parts) => parts.join("."))
/** Generates well-formed ASCII addresses. */
export const email = fc.tuple(
  localPart,
  fc.oneof(domain, fc.constantFrom("gmail.com", "proton.me", "yahoo.com", "yandex.ru", "user.fastmail.com"))
)
  .map((parts) => parts.join("@"))
