import { expect, it } from "vitest"
import { BreakableText, TextWithCode } from "../../../apps/dashboard/parts/text/BreakableText.tsx"
import { shown } from "./Shown.ts"

const html = (text: string): string => shown(BreakableText, { text }).replace(/<style.*?<\/style>/gs, "")

/** Marks each line break opportunity with `|` and puts unbreakable text in brackets. */
const lines = (text: string): string =>
  html(text).replace(/<wbr\/?>/g, "|").replace(/<span class="[^"]*joined[^"]*">([^<]*)<\/span>/g, "[$1]")

it("addresses break after separators and never at a hyphen", () => {
  expect(lines("https://invoice-viewer.example/log-in?to=a")).toBe(
    "https://|invoice[-v]iewer.|example/|log[-i]n?|to=|a"
  )
  expect(lines("jo@north-harbour.example")).toBe("jo@|north[-h]arbour.|example")
})

it("commands break between words, and their options stay whole", () => {
  expect(lines("gatehouse members reset-password --force")).toBe("gatehouse members reset[-p]assword [--f]orce")
})

it("no text is lost or added", () => {
  for (const text of ["a  b-c\n-d", "a-b, c-d", "plain", "-", "--", ""]) {
    expect(html(text).replace(/<[^>]*>/g, "")).toBe(text)
  }
})

/** Puts code between `[` and `]`. */
const coded = (text: string) =>
  shown(TextWithCode, { text }).replace(/<style[^]*?<\/style>|<wbr\/?>/g, "").replace(/<code[^>]*>/g, "[").replace(
    /<\/code>/g,
    "]"
  )

it.each([
  ["Nothing to be typed.", "Nothing to be typed."],
  ["Run `gatehouse feeds update`.", "Run [gatehouse feeds update]."],
  ["`gatehouse feeds list` tells; then `gatehouse x`", "[gatehouse feeds list] tells; then [gatehouse x]"],
  ["Set GATEHOUSE_THREAT_FEEDS.", "Set [GATEHOUSE_THREAT_FEEDS]."],
  ["GATEHOUSE_LEAD_MESSAGES=keep would", "[GATEHOUSE_LEAD_MESSAGES=keep] would"],
  ["GATEHOUSE_THREAT_FEEDS=openphish,urlhaus, and", "[GATEHOUSE_THREAT_FEEDS=openphish,urlhaus], and"],
  ["Is one ` alone?", "Is one ` alone?"],
  ["`<script>`", "[&lt;script&gt;]"]
])("%s", (text, told) => {
  expect(coded(text)).toBe(told)
})
