import { readFileSync, writeFileSync } from "node:fs"
import { architecturePage } from "./architecture/ArchitecturePage.ts"
import { documentReasonsPage } from "./DocumentReasons.ts"
import { leadReasonsPage } from "./LeadReasons.ts"
import { shieldSignalsPage } from "./ShieldSignals.ts"

/** Writes the documentation pages that are generated from code: `npm run docs`. */
writeFileSync(new URL("../docs/document-reasons.md", import.meta.url), documentReasonsPage())
writeFileSync(new URL("../docs/lead-reasons.md", import.meta.url), leadReasonsPage())
writeFileSync(new URL("../docs/shield-signals.md", import.meta.url), shieldSignalsPage())
const architecture = new URL("../docs/architecture.md", import.meta.url)
writeFileSync(architecture, architecturePage(readFileSync(architecture, "utf8")))
