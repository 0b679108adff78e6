import { Data, Result } from "effect"

/**
 * Limits in bytes of UTF-8 (RFC 5321, section 4.5.3.1; RFC 6531). The total length follows erratum 1690 to RFC 3696.
 */
const localPartBytesMax = 64
const addressBytesMax = 254
/** Limits of domain names (RFC 1035, section 2.3.4). */
const labelCharsMax = 63
const domainCharsMax = 253

export interface EmailAddress {
  /** Whole address: the local part as entered, `@`, and the domain. */
  readonly address: string
  readonly localPart: string
  /** Domain in lower case and in ASCII form (UTS 46), without a trailing dot. */
  readonly domain: string
}

const emailProblems = [
  "empty",
  "no-at",
  "too-long",
  "local-empty",
  "local-too-long",
  "local-dots",
  "local-character",
  "quoted",
  "control-character",
  "domain-empty",
  "domain-literal",
  "domain-label",
  "domain-single-label",
  "domain-numeric",
  "domain-name"
] as const

export type EmailProblem = typeof emailProblems[number]

/** Error for text that mail software would not accept as an address from a form. */
export class InvalidEmailAddress extends Data.TaggedError("InvalidEmailAddress")<{ readonly problem: EmailProblem }> {
  override get message(): string {
    return `Invalid email: ${problemTexts[this.problem]}`
  }
}

const problemTexts: Readonly<Record<EmailProblem, string>> = {
  "empty": "the address is empty.",
  "no-at": "the @ is missing.",
  "too-long": `the address is longer than ${addressBytesMax} bytes.`,
  "local-empty": "there is nothing before the @.",
  "local-too-long": `the part before the @ is longer than ${localPartBytesMax} bytes.`,
  "local-dots": "the part before the @ starts or ends with a dot, or has two dots in a row.",
  "local-character": "the part before the @ contains an invalid character.",
  "quoted": "quoted local parts are not accepted.",
  "control-character": "it contains a control character or a line break.",
  "domain-empty": "there is nothing after the @.",
  "domain-literal": "IP addresses in place of a domain are not accepted.",
  "domain-label": "a part of the domain is empty, longer than 63 characters, or starts or ends with a hyphen.",
  "domain-single-label": "the domain has no top-level domain, such as .com.",
  "domain-numeric": "the domain ends in a number.",
  "domain-name": "the domain contains an invalid character."
}

/**
 * Parses an address as mail software on the internet accepts it. This is the dot-atom form of RFC 5321 and RFC 5322,
 * with international local parts (RFC 6531) and domains (UTS 46). Rejects quoted local parts, comments, address
 * literals and single-label domains: they are standard, but visitors of forms do not have such addresses.
 *
 * Ignores surrounding spaces and tabs. Rejects any line break, because it would end a mail header. Runs in one pass
 * without backtracking.
 */
export const parseEmailAddress = (text: string): Result.Result<EmailAddress, InvalidEmailAddress> => {
  if (text.length > addressBytesMax * 4) return fail("too-long")
  const trimmed = trimBlanks(text)
  if (trimmed === "") return fail("empty")
  const at = trimmed.lastIndexOf("@")
  const scan = scanLocal(at < 0 ? trimmed : trimmed.slice(0, at))
  if (scan === "control-character") return fail(scan)
  if (at < 0) return fail("no-at")
  if (scan !== null && scan !== "international") return fail(scan)
  // Local parts are compared and stored in NFC (RFC 6532, section 3.1). NFC turns a few characters into ASCII, so the
  // result is checked again.
  const localPart = scan === "international" ? trimmed.slice(0, at).normalize("NFC") : trimmed.slice(0, at)
  if (scan === "international" && scanLocal(localPart) === "local-character") return fail("local-character")
  if (bytesOf(localPart) > localPartBytesMax) return fail("local-too-long")
  const domain = canonicalDomain(trimmed.slice(at + 1))
  if (Result.isFailure(domain)) return Result.fail(domain.failure)
  if (bytesOf(localPart) + 1 + domain.success.length > addressBytesMax) return fail("too-long")
  return Result.succeed({ address: `${localPart}@${domain.success}`, localPart, domain: domain.success })
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09

const trimBlanks = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/** Contains 1 for each ASCII code that is `atext` (RFC 5322, section 3.2.3), and 0 for the others. */
const atext = Uint8Array.from(
  { length: 128 },
  (_, code) => /[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]/.test(String.fromCharCode(code)) ? 1 : 0
)

const scanLocal = (local: string): EmailProblem | "international" | null => {
  if (local.startsWith("\"")) return hasControl(local) ? "control-character" : "quoted"
  let international = false
  let problem: EmailProblem | null = local === "" ? "local-empty" : null
  let dotBefore = true
  for (let at = 0; at < local.length; at++) {
    const code = local.charCodeAt(at)
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return "control-character"
    if (code === 0x2e) {
      if (dotBefore) problem ??= "local-dots"
      dotBefore = true
      continue
    }
    dotBefore = false
    if (code < 0x80) {
      if (atext[code] === 0) problem ??= "local-character"
    } else international = true
  }
  if (problem !== null) return problem
  if (dotBefore) return "local-dots"
  return international ? isInternational(local) ? "international" : "local-character" : null
}

/**
 * Reports whether all characters are letters, marks, numbers, punctuation or symbols. Rejects separators, format
 * characters, unassigned code points and lone surrogates.
 */
const isInternational = (local: string): boolean => /^[\p{L}\p{M}\p{N}\p{P}\p{S}]*$/u.test(local)

const hasControl = (text: string): boolean => /[\p{Cc}]/u.test(text)

const plainDomain = /^[a-z0-9.-]+$/

const canonicalDomain = (text: string): Result.Result<string, InvalidEmailAddress> => {
  if (text === "") return fail("domain-empty")
  if (text.startsWith("[")) return fail("domain-literal")
  if (text.length > domainCharsMax + 1) return fail("domain-label")
  const lower = text.toLowerCase()
  const isPlain = plainDomain.test(lower) && !lower.includes("xn--")
  const ascii = isPlain ? lower : asciiDomain(lower)
  if (ascii === null) return fail(hasControl(text) ? "control-character" : "domain-name")
  const domain = ascii.endsWith(".") ? ascii.slice(0, -1) : ascii
  const problem = labelProblem(domain)
  return problem === null ? Result.succeed(domain) : fail(problem)
}

/** Converts a domain to ASCII (UTS 46) with the URL parser, which every runtime includes. */
const asciiDomain = (text: string): string | null => {
  // The URL parser would drop these characters, or end the host at them.
  if (/[\s/?#@:\\%[\]\p{Cc}]/u.test(text)) return null
  const address = `http://${text}/`
  if (!URL.canParse(address)) return null
  const host = new URL(address).hostname
  return plainDomain.test(host) ? host : null
}

const labelProblem = (domain: string): EmailProblem | null => {
  let labels = 0
  let start = 0
  for (let at = 0; at <= domain.length; at++) {
    if (at < domain.length && domain.charCodeAt(at) !== 0x2e) continue
    const length = at - start
    if (length === 0 || length > labelCharsMax) return "domain-label"
    if (domain.charCodeAt(start) === 0x2d || domain.charCodeAt(at - 1) === 0x2d) return "domain-label"
    labels++
    if (at < domain.length) start = at + 1
  }
  if (domain.length > domainCharsMax) return "domain-label"
  if (labels < 2) return "domain-single-label"
  // A top-level domain is never all digits (RFC 3696, section 2); otherwise, the host would be an IPv4 address.
  return /^\d+$/.test(domain.slice(start)) ? "domain-numeric" : null
}

/** Returns the length in UTF-8 bytes. */
const bytesOf = (text: string): number => {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code <= 0xdbff ? (at++, 4) : 3
  }
  return bytes
}

const fail = (problem: EmailProblem) => Result.fail(new InvalidEmailAddress({ problem }))
