import { expect, it } from "vitest"
import { Code } from "../../../apps/dashboard/parts/text/Code.tsx"
import { readText } from "../../house/Tree.ts"
import { shown } from "./Shown.ts"

it("marks only the placeholders", () => {
  const text = "url=URL https://x.example/URLS"
  const html = shown(Code, { text, what: "curl", placeholders: ["URL"] })
  expect(html.match(/<mark[^>]*>URL<\/mark>/g)).toHaveLength(1)
  expect(html).toContain("/URLS")
  expect(shown(Code, { text, what: "curl" })).not.toContain("<mark")
})

it("places the copy button in a bar before the code, never over it", () => {
  const html = shown(Code, { text: "curl https://x.example", what: "curl command" })
  const [button, code] = [html.indexOf("Copy curl command"), html.indexOf("<pre")]
  expect(button).toBeGreaterThan(-1)
  expect(code).toBeGreaterThan(button)
  expect(readText("apps/dashboard/parts/text/Code.module.css")).not.toMatch(/\.code\w*\s*\{[^}]*position:\s*absolute/)
})
