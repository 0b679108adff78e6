import { describe, expect, it } from "vitest"
import type { Submission } from "../../../apps/dashboard/pages/threats/SubmissionLabels.tsx"
import { percentEncodeUnsafe } from "../../../apps/dashboard/pages/threats/SubmissionPanel.tsx"
import { SubmissionsTab } from "../../../apps/dashboard/pages/threats/SubmissionsTab.tsx"
import { pageShown } from "../parts/PageShown.ts"

const submission = (id: number, state: Submission["state"]): Submission => ({
  id,
  url: `https://bad${id}.example/`,
  canonicalUrl: `bad${id}.example/`,
  state,
  createdAt: 1_000,
  reviewedAt: state === "pending" ? null : 2_000,
  reporter: null,
  reviewer: state === "pending" ? null : "Rita",
  rejection: null,
  entryId: null,
  triageRisk: 30,
  triageReasons: []
})

/** Renders the tab at an address with these cached responses. */
const tabAt = (search: string, listed: ReadonlyArray<Submission>, asked: ReadonlyArray<Submission>) =>
  pageShown(SubmissionsTab, {
    path: "/threats/submissions",
    search,
    answers: [
      [["threats", "submissions", "pages"], { items: listed, next: null }],
      ...asked.map((one) => [["threats", "submission"], one] as const)
    ]
  })
    // Removes line break opportunities.
    .replace(/<wbr\/?>|\u200b/g, "")

describe("a submission opened by its address", () => {
  const waiting = [submission(40, "pending"), submission(39, "pending")]

  it("appears by itself if the list does not contain it", () => {
    const html = tabAt("open=17", waiting, [submission(17, "accepted")])
    expect(html).toContain("aria-label=\"Reported link 17\"")
    expect(html).toContain("https://bad17.example/")
    expect(html).toContain("Accepted by <bdi>Rita</bdi>")
    // The list appears next to the submission.
    expect(html).toContain("bad40.example")
  })

  it("appears as in the list, without another request", () => {
    const html = tabAt("open=39", waiting, [{ ...submission(39, "pending"), url: "https://older.example/" }])
    expect(html).toContain("https://bad39.example/")
    expect(html).not.toContain("older.example")
  })

  it("shows bidirectional characters of a link as written", () => {
    const url = "https://bad.example/\u202egpj.exe"
    const html = tabAt("open=39", [{ ...submission(39, "pending"), url }], [])
    expect(html).toContain("https://bad.example/%E2%80%AEgpj.exe")
    expect(html).not.toContain("\u202e")
  })

  it("shows a placeholder while it loads", () => {
    expect(tabAt("open=17", waiting, [])).toContain("aria-label=\"Loading reported link 17\"")
  })

  it.each(["open=", "open=x", "open=-1", "open=1.5", "open=1e3", `open=${"9".repeat(16)}`])(
    "%s opens nothing",
    (search) => {
      const html = tabAt(search, waiting, [])
      expect(html).not.toMatch(/aria-label="(?:Loading s|S)ubmission \d/)
    }
  )
})

it.each([
  ["https://bad.example/\u202egpj.exe", "https://bad.example/%E2%80%AEgpj.exe"],
  ["https://bad.example/a\tb\u0000\u2028\u200f", "https://bad.example/a%09b%00%E2%80%A8%E2%80%8F"],
  ["https://bücher.example/ä?q=%20&x=1#y", "https://bücher.example/ä?q=%20&x=1#y"]
])("%j is shown as %s", (link, shown) => {
  expect(percentEncodeUnsafe(link)).toBe(shown)
})
