import { expect, it } from "vitest"
import { Code } from "../../../apps/dashboard/parts/Code.tsx"
import { shown } from "./Shown.ts"

it("code marks the words that are to be replaced, and those alone", () => {
  const text = "url=URL https://x.example/URLS"
  const html = shown(Code, { text, what: "curl", marks: ["URL"] })
  expect(html.match(/<mark[^>]*>URL<\/mark>/g)).toHaveLength(1)
  expect(html).toContain("/URLS")
  expect(shown(Code, { text, what: "curl" })).not.toContain("<mark")
})
