import { expect, it } from "vitest"
import { plainLink } from "../../../apps/dashboard/pages/threats/SubmissionPanel.tsx"

it.each([
  ["https://bad.example/\u202egpj.exe", "https://bad.example/%E2%80%AEgpj.exe"],
  ["https://bad.example/a\tb\u0000\u2028\u200f", "https://bad.example/a%09b%00%E2%80%A8%E2%80%8F"],
  ["https://bücher.example/ä?q=%20&x=1#y", "https://bücher.example/ä?q=%20&x=1#y"]
])("%j is shown as %s", (link, shown) => {
  expect(plainLink(link)).toBe(shown)
})
