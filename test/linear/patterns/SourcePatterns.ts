import { sourceFiles } from "../../house/Tree.ts"
import { collectPatterns, type Pattern } from "./CollectPatterns.ts"
import { type Module, parseModule, type Samples } from "./ConstantText.ts"

/** Folders of shipped code. */
const productFolders = ["core", "adapters", "apps"]

/** Samples of values that are known only when the program runs. */
export const samples: Samples = {
  "adapters/documents/pdf/Xfa.ts": { name: "contentType" },
  "adapters/http/account/server/AccountListener.ts": {
    "path.replaceAll(\".\", \"\\\\.\").replace(/:\\w+/g, \"[^/]+\")": "/account/[^/]+/keys/[^/]+"
  },
  "apps/cli/feeds/FeedTables.ts": { id: "phishtank" },
  "apps/server/process/Logging.ts": {
    "[...secretKeyPrefixes, webhookSecretPrefix].join(\"|\")": "gh_live_|gh_secret_|gh_manage_|whsec_"
  },
  "apps/dashboard/shared/requests/Curl.ts": { word: "ADDRESS" },
  "apps/dashboard/parts/text/Code.tsx": { "words.join(\"|\")": "SITE_KEY|SECRET" }
}

export interface SourcePatterns {
  /** Each expression once, with its first position. */
  readonly patterns: ReadonlyArray<Pattern>
  /** Expressions that are not constants and have no samples. */
  readonly unknown: ReadonlyArray<string>
  /** Samples that no expression needs. */
  readonly unusedSamples: ReadonlyArray<string>
}

/** Collects the regular expressions of the product from its syntax trees. */
export const collectSourcePatterns = (): SourcePatterns => {
  const modules = new Map<string, Module>()
  const load = (file: string): Module => {
    const known = modules.get(file)
    if (known !== undefined) return known
    const module = parseModule(file)
    modules.set(file, module)
    return module
  }
  const patterns = new Map<string, Pattern>()
  const unknown: Array<string> = []
  for (const file of productFolders.flatMap((folder) => sourceFiles(folder))) {
    const found = collectPatterns({ module: load(file), samples, load })
    unknown.push(...found.unknown)
    for (const pattern of found.patterns) {
      const name = `/${pattern.source}/${pattern.flags}`
      if (!patterns.has(name)) patterns.set(name, pattern)
    }
  }
  const unusedSamples = Object.entries(samples).flatMap(([file, values]) =>
    Object.keys(values).filter((expression) => !load(file).text.includes(`\${${expression}}`))
      .map((expression) => `${file}: ${expression}`)
  )
  return { patterns: [...patterns.values()], unknown, unusedSamples }
}
