import { pastableJson, pastableName, shellQuoted } from "./ShellQuote.ts"

/** A command that asks the same again, as far as that is known. */
export interface Curl {
  readonly text: string
  /** Words in capitals within it that stand for what is not known. */
  readonly words: ReadonlyArray<string>
  /** Why they do, and what to put in their place, in sentences. */
  readonly toFillIn: ReadonlyArray<string>
  /** What else has to be known, in sentences. */
  readonly notes: ReadonlyArray<string>
}

interface Asked {
  readonly operation: string
  /** As it is kept: whole, masked, or null. */
  readonly subject: string | null
  /** Names of the fields that were sent; undefined where that is not known. */
  readonly sent?: ReadonlyArray<string> | undefined
  /** Whether a subject would be kept where there was one. */
  readonly keepsSubjects?: boolean
}

/** The key is never shown again: the shell knows it. */
const keyNeeded = "Put your API key into the variable KEY first: KEY=gh_live_…"

/**
 * The curl that would repeat a request. What was masked or not kept is a word in capitals, and said so.
 *
 * @param baseUrl of the server, without a slash behind
 */
export const curlOf = (asked: Asked, baseUrl: string): Curl => {
  const { operation, sent, subject } = asked
  const known = subject !== null && !isMasked(subject) ? subject : null
  const lost = (what: string, word: string): ReadonlyArray<string> =>
    known !== null ? [] : [
      subject === null
        ? `The ${what} was not kept: put it where the command says ${word}.`
        : `Names are masked: put the whole ${what} where the command says ${word}.`
    ]
  switch (operation) {
    case "scan/email":
      return command(baseUrl, operation, { email: known ?? "ADDRESS" }, lost("address", "ADDRESS"), [
        "The visitor's IP address, where one was given, is not kept."
      ])
    case "scan/email/bulk":
      return command(baseUrl, operation, { emails: ["ADDRESS", "ANOTHER"] }, [
        "The addresses of a list are not kept, so put them in place of ADDRESS and ANOTHER."
      ])
    case "scan/url":
    case "submit-phishing-link":
      return command(baseUrl, operation, { url: known ?? "URL" }, lost("URL", "URL"))
    case "lead/analyze":
      return lead(baseUrl, asked, known, lost("address", "ADDRESS"))
    case "scan":
      return sent?.includes("url") === true && !sent.includes("file")
        ? fetched(baseUrl)
        : document(baseUrl, known, lost("path of the file", "FILE"))
    default:
      return command(baseUrl, operation, {}, ["What was asked is not kept: put it between the braces."])
  }
}

/** Of an address (`a***@example.com`), a URL (`example.com/***`) or a file name (`***.pdf`), or all that is left of a text. */
export const isMasked = (subject: string): boolean =>
  subject === "***" || subject.startsWith("***.") || subject.endsWith("/***") || /^.{1,2}\*\*\*@/u.test(subject)

const wordsWithin = (text: string): ReadonlyArray<string> =>
  ["ADDRESS", "ANOTHER", "MESSAGE", "FILE", "URL"].filter((word) => new RegExp(`\\b${word}\\b`).test(text))

const curl = (text: string, toFillIn: ReadonlyArray<string>, notes: ReadonlyArray<string>): Curl => ({
  text,
  words: wordsWithin(toFillIn.join(" ")),
  toFillIn,
  notes: [keyNeeded, ...notes]
})

const command = (
  baseUrl: string,
  operation: string,
  body: unknown,
  toFillIn: ReadonlyArray<string>,
  notes: ReadonlyArray<string> = []
): Curl =>
  curl(
    [
      `curl -sS ${shellQuoted(`${baseUrl}/${operation}`)} -H "API-KEY: $KEY"`,
      "-H 'Content-Type: application/json'",
      `-d ${shellQuoted(pastableJson(body))}`
    ].join(" \\\n  "),
    toFillIn,
    notes
  )

/** With an address where there was one, or may have been. */
const lead = (
  baseUrl: string,
  { keepsSubjects = false, sent, subject }: Asked,
  known: string | null,
  lost: ReadonlyArray<string>
): Curl => {
  const hasAddress = sent === undefined ? subject !== null || !keepsSubjects : sent.includes("email")
  const message =
    "The message and the other fields of a lead are not kept here, so put the message in place of MESSAGE."
  return hasAddress
    ? command(baseUrl, "lead/analyze", { email: known ?? "ADDRESS", message: "MESSAGE" }, [...lost, message])
    : command(baseUrl, "lead/analyze", { message: "MESSAGE" }, [message], ["The lead gave no address."])
}

/** Of a document, only whether it was to be fetched is kept, not from where. A form field's text, whatever it begins with (`curl`, --form-string). */
const fetched = (baseUrl: string): Curl =>
  curl(form(baseUrl, "--form-string url=URL"), [
    "The document was to be fetched from a URL, which is not kept: put it in place of URL."
  ], [])

/** The file itself is never kept: its name stands for it. */
const document = (baseUrl: string, name: string | null, lost: ReadonlyArray<string>): Curl => {
  const file = name === null ? "FILE" : fileOf(name)
  const field = `-F ${shellQuoted(`file=@"${file.replaceAll(/["\\]/g, "\\$&")}"`)}`
  const elsewhere = "Files are not kept: run it where the file lies, or put its path in place of the name."
  return curl(form(baseUrl, field), lost, name === null ? [] : [elsewhere])
}

const form = (baseUrl: string, field: string): string =>
  [`curl -sS ${shellQuoted(`${baseUrl}/scan`)} -H "API-KEY: $KEY"`, field].join(" \\\n  ")

/** The last part of its path, here: a lone `-` would be what is typed (`curl`, --form). */
const fileOf = (name: string): string => `./${pastableName(name.split(/[\\/]/).at(-1) ?? "")}`
