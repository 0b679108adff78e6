import { apiExamples } from "../../adapters/http/api/Examples.ts"

/** Server address in the examples. The documentation site replaces it with the address from which it was loaded. */
export const exampleOrigin = "http://127.0.0.1:8080"

/** Document for the example of `/scan`. It starts a program when it is opened. */
const launchingPdf =
  "%%PDF-1.7\\n1 0 obj<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>endobj\\ntrailer<</Root 1 0 R>>"

const postJson = (path: string): string => {
  const body = JSON.stringify(apiExamples[path]?.request, null, 1).replace(/\n */g, " ").replace(
    /([[{]) | ([\]}])/g,
    "$1$2"
  )
  return `curl ${exampleOrigin}${path} \\\n  -H "API-KEY: $KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`
}

/**
 * Commands that work when pasted into a shell, by path. The widget's endpoints have no examples, because only the
 * widget can compute valid requests.
 */
export const curlExamples: ReadonlyMap<string, string> = new Map([
  [
    "/scan",
    `printf '${launchingPdf}' > invoice.pdf\ncurl ${exampleOrigin}/scan -H "API-KEY: $KEY" -F file=@invoice.pdf`
  ],
  ...["/scan/url", "/scan/email", "/scan/email/bulk", "/lead/analyze", "/submit-phishing-link"].map((path) =>
    [path, postJson(path)] as const
  ),
  ["/shield/siteverify", `curl ${exampleOrigin}/shield/siteverify -d secret=gh_secret_test -d token=`]
])
