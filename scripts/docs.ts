import { writeFileSync } from "node:fs"
import { generatedPages } from "./pages/GeneratedPages.ts"

/** Writes the documentation pages that are generated from code: `npm run docs`. */
for (const [path, text] of Object.entries(await generatedPages())) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
}
