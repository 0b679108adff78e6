import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createElement } from "react"
import { describe, expect, it } from "vitest"
import { Router } from "wouter"
import { type Me, MeContext } from "../../../apps/dashboard/api/Me.ts"
import { SubmissionsTab } from "../../../apps/dashboard/pages/threats/SubmissionsTab.tsx"
import type { Submission } from "../../../apps/dashboard/pages/threats/SubmissionWords.ts"
import { shown } from "../parts/Shown.ts"

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

const me: Me = {
  member: { id: "mem_1", name: "Ann", email: "ann@example.com", role: "owner" },
  account: { id: "acc_1", name: "Example", isOperator: true },
  server: {
    version: "1",
    baseUrl: "http://localhost",
    uploadBytesMax: 1,
    historySubjects: "full",
    keepsLeadMessages: true,
    historyDaysMax: 30
  }
}

/** The tab at an address, with what the server has answered by then. */
const tabAt = (search: string, listed: ReadonlyArray<Submission>, asked: ReadonlyArray<Submission>) => {
  const client = new QueryClient()
  const query = { state: "pending", order: "urgent" }
  client.setQueryData(["threats", "submissions", "pages", query], {
    pages: [{ items: listed, next: null }],
    pageParams: [null]
  })
  for (const one of asked) client.setQueryData(["threats", "submission", { params: { id: one.id } }], one)
  const Page = () =>
    createElement(
      QueryClientProvider,
      { client },
      createElement(
        MeContext,
        { value: me },
        createElement(Router, {
          ssrPath: "/threats/submissions",
          ssrSearch: search,
          children: createElement(SubmissionsTab)
        })
      )
    )
  return shown(Page, {})
}

describe("a submission that is opened by its address", () => {
  const waiting = [submission(40, "pending"), submission(39, "pending")]

  it("is shown by itself where the list leaves it out", () => {
    const html = tabAt("open=17", waiting, [submission(17, "accepted")])
    expect(html).toContain("aria-label=\"Submission 17\"")
    expect(html).toContain("https://bad17.example/")
    expect(html).toContain("Accepted by Rita")
    // Its list stands beside it.
    expect(html).toContain("bad40.example")
  })

  it("is shown as the list has it, without another question", () => {
    const html = tabAt("open=39", waiting, [{ ...submission(39, "pending"), url: "https://older.example/" }])
    expect(html).toContain("https://bad39.example/")
    expect(html).not.toContain("older.example")
  })

  it("is waited for, in its place", () => {
    expect(tabAt("open=17", waiting, [])).toContain("aria-label=\"Loading submission 17\"")
  })

  it.each(["open=", "open=x", "open=-1", "open=1.5", "open=1e3", `open=${"9".repeat(16)}`])(
    "%s opens nothing",
    (search) => {
      const html = tabAt(search, waiting, [])
      expect(html).not.toMatch(/aria-label="(?:Loading s|S)ubmission \d/)
    }
  )
})
