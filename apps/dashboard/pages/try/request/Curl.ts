import type { Tries } from "../../../api/TryIt.ts"
import { pastableJson, pastableName, shellQuoted } from "../../../shared/requests/ShellQuote.ts"

const key = "-H \"API-KEY: $KEY\""

/** The command that asks the same with a key, to be pasted into a shell that has it in `KEY`. */
export const curlOfJson = (baseUrl: string, path: keyof Tries, body: object): string =>
  `curl -s ${shellQuoted(baseUrl + path)} ${key} \\\n  -H 'Content-Type: application/json' \\\n  -d ${
    shellQuoted(pastableJson(body))
  }`

/** The same for a document: a file from the folder that the shell is in, or a link to one. */
export const curlOfDocument = (
  baseUrl: string,
  source: { readonly kind: "file"; readonly file: { readonly name: string } } | {
    readonly kind: "url"
    readonly url: string
  }
): string => {
  const field = source.kind === "file"
    ? `-F ${shellQuoted(`file=@"./${pastableName(source.file.name).replaceAll(/["\\]/g, "\\$&")}"`)}`
    // `--form-string`, since the value of `-F` would be read as a path where it begins with @ or <.
    : `--form-string ${shellQuoted(`url=${pastableName(source.url)}`)}`
  return `curl -s ${shellQuoted(`${baseUrl}/scan`)} ${key} \\\n  ${field}`
}
