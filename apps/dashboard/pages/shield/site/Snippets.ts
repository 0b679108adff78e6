export interface Snippet {
  readonly title: string
  readonly language: "html" | "ts" | "php" | "python" | "bash"
  readonly text: string
  /** Instructions to get a dependency that no registry has: a sentence, and alternative commands. */
  readonly installation?: {
    readonly description: string
    readonly variants: ReadonlyArray<{ readonly title: string; readonly steps: ReadonlyArray<Step> }>
  }
}

interface Step {
  readonly instruction: string
  readonly command?: { readonly what: string; readonly text: string }
}

interface Server {
  readonly baseUrl: string
  /** Version of Gatehouse, which is also the version of the package built from it. */
  readonly version: string
}

/** Returns the HTML for the page. Server URLs and site keys contain no characters that need escaping in HTML. */
export const pageSnippet = (baseUrl: string, siteKey: string): Snippet => ({
  title: "Page",
  language: "html",
  text: `<!-- Inside the form, where the widget should appear: -->
<div class="shield-widget" data-sitekey="${siteKey}"></div>

<!-- Once on the page: -->
<script src="${baseUrl}/shield/widget.js" async></script>`
})

/** Returns server code in several languages. The code accepts a form if Gatehouse returns no verdict. */
export const serverSnippets = ({ baseUrl, version }: Server): readonly [Snippet, ...ReadonlyArray<Snippet>] => [
  { title: "Node", language: "ts", text: nodeText(baseUrl), installation: verifierPackage(version) },
  { title: "PHP", language: "php", text: phpText(baseUrl) },
  { title: "Python", language: "python", text: pythonText(baseUrl) },
  { title: "curl", language: "bash", text: curlText(baseUrl) }
]

const nodeText = (baseUrl: string): string =>
  `import { createVerifier } from "gatehouse/shield"

const verify = createVerifier({ secret: process.env.SHIELD_SECRET, baseUrl: "${baseUrl}" })

// In the form handler:
const { accepted, score } = await verify({ token: form["shield-token"] })
if (!accepted) return reject()`

const verifierPackage = (version: string): NonNullable<Snippet["installation"]> => ({
  description:
    "gatehouse/shield is part of Gatehouse and is not on npm. The npm package named gatehouse is unrelated. " +
    "Build gatehouse/shield as a single file or as a package.",
  variants: [
    {
      title: "Option 1: single file",
      steps: [
        {
          instruction: "Run this in the Gatehouse folder to create shield.mjs:",
          command: {
            what: "build command",
            text: "npx esbuild apps/shield/index.ts --bundle --format=esm --outfile=shield.mjs"
          }
        },
        { instruction: "Copy it next to your server code and import from ./shield.mjs." }
      ]
    },
    {
      title: "Option 2: package",
      steps: [
        {
          instruction:
            `Run this in the Gatehouse folder to create gatehouse-shield-${version}.tgz in its parent folder:`,
          command: { what: "pack command", text: "npm run pack:packages -- .." }
        },
        {
          instruction:
            "Install it in your server's folder, with the path to that file. Then import from gatehouse-shield:",
          command: { what: "install command", text: `npm install ../gatehouse-shield-${version}.tgz` }
        }
      ]
    }
  ]
})

const phpText = (baseUrl: string): string =>
  `<?php
function shield_accepts(string $token): bool {
    $request = curl_init("${baseUrl}/shield/siteverify");
    curl_setopt_array($request, [
        CURLOPT_POST => true,
        CURLOPT_POSTFIELDS => http_build_query(["secret" => getenv("SHIELD_SECRET"), "token" => $token]),
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 3,
    ]);
    $body = curl_exec($request);
    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    // No response, or a server error: accept the form and log it.
    if ($body === false || $status >= 500) {
        error_log("shield: no verdict, status $status");
        return true;
    }
    return (json_decode($body, true)["success"] ?? false) === true;
}

if (!shield_accepts($_POST["shield-token"] ?? "")) {
    http_response_code(403);
    exit("Please try again.");
}`

const pythonText = (baseUrl: string): string =>
  `import json, logging, os
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import urlopen

def shield_accepts(token: str) -> bool:
    data = urlencode({"secret": os.environ["SHIELD_SECRET"], "token": token}).encode()
    try:
        with urlopen("${baseUrl}/shield/siteverify", data, timeout=3) as answer:
            return json.load(answer).get("success") is True
    except HTTPError as error:
        if error.code < 500:
            return False
        logging.warning("shield: no verdict, status %s", error.code)
        return True
    except (URLError, TimeoutError) as error:
        # No answer: let the form through, and log it.
        logging.warning("shield: no verdict, %s", error)
        return True

if not shield_accepts(form.get("shield-token", "")):
    abort(403)`

const curlText = (baseUrl: string): string =>
  `curl -s ${baseUrl}/shield/siteverify \\
  -d "secret=$SHIELD_SECRET" --data-urlencode "token=$TOKEN"`
