import type { PublicEndpoints } from "../../../api/PublicApi.ts"
import { pastableJson, pastableName, shellQuoted } from "../../../shared/requests/ShellQuote.ts"

const key = "-H \"API-KEY: $KEY\""

/** Returns the curl command for the same request. The shell variable `KEY` must contain the API key. */
export const curlOfJson = (baseUrl: string, path: keyof PublicEndpoints, body: object): string =>
  `curl -s ${shellQuoted(baseUrl + path)} ${key} \\\n  -H 'Content-Type: application/json' \\\n  -d ${
    shellQuoted(pastableJson(body))
  }`

/** Returns the curl command for a document: a file in the shell's current directory, or a URL. */
export const curlOfDocument = (
  baseUrl: string,
  source: { readonly kind: "file"; readonly file: { readonly name: string } } | {
    readonly kind: "url"
    readonly url: string
  }
): string => {
  const field = source.kind === "file"
    ? `-F ${shellQuoted(`file=@"./${pastableName(source.file.name).replaceAll(/["\\]/g, "\\$&")}"`)}`
    // Uses `--form-string`, because `-F` would read a file if the value starts with @ or <.
    : `--form-string ${shellQuoted(`url=${pastableName(source.url)}`)}`
  return `curl -s ${shellQuoted(`${baseUrl}/scan`)} ${key} \\\n  ${field}`
}
