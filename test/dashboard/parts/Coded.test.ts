import { expect, it } from "vitest"
import { Coded } from "../../../apps/dashboard/parts/Pieces.tsx"
import { shown } from "./Shown.ts"

/** What is in code stands between `[` and `]`. */
const coded = (text: string) =>
  shown(Coded, { text }).replace(/<style[^]*?<\/style>|<wbr\/?>/g, "").replace(/<code[^>]*>/g, "[").replace(
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
