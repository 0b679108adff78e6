import { pastableJson, pastableName, shellQuoted } from "./ShellQuote.ts"

/** Command that repeats a request, as far as its data is stored. */
export interface CurlCommand {
  readonly text: string
  /** Placeholders in capitals, which replace unknown values. */
  readonly placeholders: ReadonlyArray<string>
  /** Sentences that explain each placeholder and what to replace it with. */
  readonly instructions: ReadonlyArray<string>
  /** Other remarks, in sentences. */
  readonly notes: ReadonlyArray<string>
}

interface StoredRequest {
  readonly operation: string
  /** The stored subject: in full, masked, or null. */
  readonly subject: string | null
  /** Names of the fields in the request; undefined if unknown. */
  readonly sent?: ReadonlyArray<string> | undefined
  /** Whether the server stores subjects. */
  readonly keepsSubjects?: boolean
}

/** Note that asks the user to set the key in the shell, because the dashboard cannot show a key again. */
const keyNote = "Set the variable KEY to your API key first: KEY=gh_live_…"

/**
 * Returns the curl command that repeats a request. A masked or missing value becomes a placeholder in capitals, with an
 * explanation.
 *
 * @param baseUrl base URL of the server, without a trailing slash
 */
export const curlOf = (request: StoredRequest, baseUrl: string): CurlCommand => {
  const { operation, sent, subject } = request
  const known = subject !== null && !isMasked(subject) ? subject : null
  const missing = (what: string, word: string): ReadonlyArray<string> =>
    known !== null ? [] : [
      subject === null
        ? `The ${what} is not stored. Replace ${word} with it.`
        : `The ${what} is stored masked. Replace ${word} with the complete one.`
    ]
  switch (operation) {
    case "scan/email":
      return command(baseUrl, operation, { email: known ?? "ADDRESS" }, missing("address", "ADDRESS"), [
        "The visitor's IP address is not stored. Add it if the request had one."
      ])
    case "scan/email/bulk":
      return command(baseUrl, operation, { emails: ["ADDRESS", "ANOTHER"] }, [
        "The addresses of a list are not stored. Replace ADDRESS and ANOTHER with them."
      ])
    case "scan/url":
    case "submit-phishing-link":
      return command(baseUrl, operation, { url: known ?? "URL" }, missing("URL", "URL"))
    case "lead/analyze":
      return lead(baseUrl, request, known, missing("address", "ADDRESS"))
    case "scan":
      return sent?.includes("url") === true && !sent.includes("file")
        ? fetched(baseUrl)
        : document(baseUrl, known, missing("path of the file", "FILE"))
    default:
      return command(baseUrl, operation, {}, ["The request body is not stored. Put it between the braces."])
  }
}

/** Reports whether a subject is masked: `a***@example.com`, `example.com/***`, `***.pdf` or `***`. */
export const isMasked = (subject: string): boolean =>
  subject === "***" || subject.startsWith("***.") || subject.endsWith("/***") || /^.{1,2}\*\*\*@/u.test(subject)

const placeholdersIn = (text: string): ReadonlyArray<string> =>
  ["ADDRESS", "ANOTHER", "MESSAGE", "FILE", "URL"].filter((word) => new RegExp(`\\b${word}\\b`).test(text))

const curl = (text: string, instructions: ReadonlyArray<string>, notes: ReadonlyArray<string>): CurlCommand => ({
  text,
  placeholders: placeholdersIn(instructions.join(" ")),
  instructions,
  notes: [keyNote, ...notes]
})

const command = (
  baseUrl: string,
  operation: string,
  body: unknown,
  instructions: ReadonlyArray<string>,
  notes: ReadonlyArray<string> = []
): CurlCommand =>
  curl(
    [
      `curl -sS ${shellQuoted(`${baseUrl}/${operation}`)} -H "API-KEY: $KEY"`,
      "-H 'Content-Type: application/json'",
      `-d ${shellQuoted(pastableJson(body))}`
    ].join(" \\\n  "),
    instructions,
    notes
  )

/** Returns the command for a lead. Includes an email address if the request had or may have had one. */
const lead = (
  baseUrl: string,
  { keepsSubjects = false, sent, subject }: StoredRequest,
  known: string | null,
  missing: ReadonlyArray<string>
): CurlCommand => {
  const hasAddress = sent === undefined ? subject !== null || !keepsSubjects : sent.includes("email")
  const message = "The message and other fields of a lead are not stored. Replace MESSAGE with the message."
  return hasAddress
    ? command(baseUrl, "lead/analyze", { email: known ?? "ADDRESS", message: "MESSAGE" }, [...missing, message])
    : command(baseUrl, "lead/analyze", { message: "MESSAGE" }, [message], ["The lead had no address."])
}

/**
 * Returns the command for a document that the server fetched. Its URL is not stored. `--form-string` sends a value
 * unchanged, even if the value starts with @ or < (`curl`, --form-string).
 */
const fetched = (baseUrl: string): CurlCommand =>
  curl(form(baseUrl, "--form-string url=URL"), [
    "The document was fetched from a URL, which is not stored. Replace URL with it."
  ], [])

/** Returns the command for an uploaded document. Files are not stored, so the command contains the file's name. */
const document = (baseUrl: string, name: string | null, missing: ReadonlyArray<string>): CurlCommand => {
  const file = name === null ? "FILE" : fileOf(name)
  const field = `-F ${shellQuoted(`file=@"${file.replaceAll(/["\\]/g, "\\$&")}"`)}`
  const elsewhere = "Files are not stored. Run the command in the file's folder, or replace the name with its path."
  return curl(form(baseUrl, field), missing, name === null ? [] : [elsewhere])
}

const form = (baseUrl: string, field: string): string =>
  [`curl -sS ${shellQuoted(`${baseUrl}/scan`)} -H "API-KEY: $KEY"`, field].join(" \\\n  ")

/** Returns the last path segment below `./`. Otherwise, a name of `-` would mean standard input (`curl`, --form). */
const fileOf = (name: string): string => `./${pastableName(name.split(/[\\/]/).at(-1) ?? "")}`
