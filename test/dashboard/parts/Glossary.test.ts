import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { addressLabels } from "../../../apps/dashboard/pages/try/addresses/AddressVerdict.ts"
import { glossary, termInSentence } from "../../../apps/dashboard/parts/text/Glossary.ts"
import { categoryInSentence, categoryLabel } from "../../../apps/dashboard/shared/requests/CodeLabels.ts"
import { verdictLabel } from "../../../apps/dashboard/shared/requests/VerdictLabels.ts"

const folder = join(import.meta.dirname, "../../../apps/dashboard")
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name))

/** Former names of the terms in the glossary. */
const retired =
  /Disposable email|Role accounts?\b|Public email|Spam content|Looks like spam|Phishing report|[Ee]mbedded test|vouch|"Submissions?\b|[Tt]hrowaway|"Public provider|Reads like spam|"To review"|Deserves a look|"Do not open"|"Proven"|[Ll]et through|[Ss]et aside|[Gg]iven back|"Rating"|"Made"|Make an API key|Make the site|New (?:site|entry)\b|No account yet|no account yet|\b(?:none|not|nothing|was) charged\b/

it("uses one name for a thing on every page", () => {
  expect(sources.length).toBeGreaterThan(100)
  const found = sources.flatMap((name) => {
    // Removes comments, which readers of the pages do not see.
    const text = readFileSync(join(folder, name), "utf8").replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "")
    const hit = retired.exec(text)
    return hit === null ? [] : [`${name}: ${hit[0]}`]
  })
  expect(found).toEqual([])
})

it("names leads, addresses and verdicts", () => {
  expect(["disposable_email", "role_account", "public_email", "spam_content"].map(categoryLabel)).toEqual([
    glossary.disposable,
    glossary.role,
    glossary.freeProvider,
    glossary.spamWording
  ])
  expect(verdictLabel("lead/analyze", "disposable_email").label).toBe(verdictLabel("scan/email", "disposable").label)
  expect(addressLabels.disposable.title).toBe(glossary.disposable)
  expect([categoryInSentence("seo_offer"), categoryInSentence("link_building"), termInSentence("disposable")]).toEqual([
    "SEO offer",
    "link building",
    "disposable address"
  ])
})

it("appears in the documentation", () => {
  const doc = readFileSync(join(folder, "../../docs/guides/dashboard.md"), "utf8")
  for (const term of Object.values(glossary)) expect(doc).toContain(`| ${term} |`)
})
