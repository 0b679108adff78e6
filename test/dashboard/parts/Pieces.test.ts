import { expect, it } from "vitest"
import { Pieces } from "../../../apps/dashboard/parts/Pieces.tsx"
import { shown } from "./Shown.ts"

const pieces = (text: string): ReadonlyArray<string> =>
  [...shown(Pieces, { text }).matchAll(/<span class="[^"]*piece[^"]*">([^<]*)<\/span>/g)].map(([, piece]) => piece!)

it("addresses go on behind what divides them, and never at a hyphen", () => {
  expect(pieces("https://invoice-viewer.example/log-in?to=a-b&amp")).toEqual(
    ["https://", "invoice-viewer.", "example/", "log-in?", "to=", "a-b&amp;", "amp"]
  )
  expect(pieces("jo@north-harbour.example")).toEqual(["jo@", "north-harbour.", "example"])
})

it("commands go on between words, and nothing of a text is lost", () => {
  expect(pieces("gatehouse members reset-password")).toEqual(["reset-password"])
  for (const text of ["gatehouse  members reset-password", "a-b, c-d", "plain", "-", ""]) {
    expect(shown(Pieces, { text }).replace(/^.*?<\/style>|<[^>]*>/g, ""), text).toContain(text)
  }
})
