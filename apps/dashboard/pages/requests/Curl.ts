import { pastableJson, pastableName, shellQuoted } from "./ShellQuote.ts"

/** A command that asks the same again, as far as that is known. */
export interface Curl {
  readonly text: string
  /** What has to be filled in, in sentences. */
  readonly placeholders: ReadonlyArray<string>
}

interface Asked {
  readonly operation: string
  /** As it is kept: whole, masked, or null. */
  readonly subject: string | null
}

/** The key is never shown again: the shell knows it. */
const keyNeeded = "Put your API key into the variable KEY first: KEY=gh_live_…"

/**
 * The curl that would repeat a request. What was masked or not kept is a placeholder in capitals, and said so.
 *
 * @param baseUrl of the server, without a slash behind
 */
export const curlOf = ({ operation, subject }: Asked, baseUrl: string): Curl => {
  const known = subject !== null && !isMasked(subject) ? subject : null
  const lost = subject === null ? "was not kept" : "was kept in part only"
  switch (operation) {
    case "scan/email":
      return command(baseUrl, operation, { email: known ?? "ADDRESS" }, [
        ...known === null ? [`The address ${lost}: put it in place of ADDRESS.`] : [],
        "The visitor's IP address, where one was given, is not kept."
      ])
    case "scan/email/bulk":
      return command(baseUrl, operation, { emails: ["ADDRESS", "ANOTHER"] }, [
        "The addresses of a list are not kept: put them in place of ADDRESS and ANOTHER."
      ])
    case "scan/url":
    case "submit-phishing-link":
      return command(
        baseUrl,
        operation,
        { url: known ?? "URL" },
        known === null ? [`The URL ${lost}: put it in place of URL.`] : []
      )
    case "lead/analyze":
      return command(baseUrl, operation, { email: known ?? "ADDRESS", message: "MESSAGE" }, [
        ...known === null ? [`The address, where there was one, ${lost}: put it in place of ADDRESS.`] : [],
        "The message and the other fields of a lead are not kept here: put them in place of MESSAGE."
      ])
    case "scan":
      return document(baseUrl, known, lost)
    default:
      return command(baseUrl, operation, {}, ["What was asked is not kept: put it between the braces."])
  }
}

/** Of an address (`a***@example.com`), a URL (`example.com/***`) or a file name (`***.pdf`), or all that is left of a text. */
export const isMasked = (subject: string): boolean =>
  subject === "***" || subject.startsWith("***.") || subject.endsWith("/***") || /^.{1,2}\*\*\*@/u.test(subject)

const command = (
  baseUrl: string,
  operation: string,
  body: unknown,
  placeholders: ReadonlyArray<string>
): Curl => ({
  text: [
    `curl -sS ${shellQuoted(`${baseUrl}/${operation}`)} -H "API-KEY: $KEY"`,
    "-H 'Content-Type: application/json'",
    `-d ${shellQuoted(pastableJson(body))}`
  ].join(" \\\n  "),
  placeholders: [keyNeeded, ...placeholders]
})

/** The file itself is never kept: its name stands for it. */
const document = (baseUrl: string, name: string | null, lost: string): Curl => {
  const file = name === null ? "FILE" : fileOf(name)
  return {
    text: [
      `curl -sS ${shellQuoted(`${baseUrl}/scan`)} -H "API-KEY: $KEY"`,
      `-F ${shellQuoted(`file=@"${file.replaceAll(/["\\]/g, "\\$&")}"`)}`
    ].join(" \\\n  "),
    placeholders: [
      keyNeeded,
      name === null
        ? `The file's name ${lost}: put its path in place of FILE.`
        : "Files are not kept: run it where the file lies, or put its path in place of the name."
    ]
  }
}

/** The last part of its path, here: a lone `-` would be what is typed (`curl`, --form). */
const fileOf = (name: string): string => `./${pastableName(name.split(/[\\/]/).at(-1) ?? "")}`
