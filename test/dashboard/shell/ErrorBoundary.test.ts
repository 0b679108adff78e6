import { createElement } from "react"
import { describe, expect, it } from "vitest"
import { type Me, MeContext } from "../../../apps/dashboard/api/Me.ts"
import { CrashNotice, crashReport } from "../../../apps/dashboard/shell/ErrorBoundary.tsx"
import { shown } from "../parts/Shown.ts"

const at = Date.parse("2026-11-22T07:00:00.000Z")
const token = "Zm9vYmFyLWJhei1xdXV4LWNvcmdlLWdyYXVsdC1nYXJwbHk"
const crash = { at, version: "0.1.0", href: "https://gate.example/dashboard/rules", error: new TypeError("x is null") }

describe("the report of a page that failed", () => {
  it("contains the error, the page, the time and the version", () => {
    expect(crashReport(crash)).toBe(
      "Error: TypeError: x is null\nPage: https://gate.example/dashboard/rules\n" +
        "Time: 2026-11-22T07:00:00.000Z\nVersion: 0.1.0"
    )
    expect(crashReport({ ...crash, version: null })).toMatch(/Version: unknown$/)
    for (const [error, says] of [["only words", "only words"], [null, "null"], [new Error("bare"), "bare"]] as const) {
      expect(crashReport({ ...crash, error })).toMatch(`Error: ${says}\n`)
    }
  })

  it.each([
    ["a fragment", { href: `https://gate.example/dashboard/join#${token}` }, "/dashboard/join\n"],
    [
      "what was searched",
      { href: "https://gate.example/dashboard/requests?text=ann&text=bob&range=7d" },
      "/requests?text=…&range=…\n"
    ],
    ["a token in the path", { href: `https://gate.example/dashboard/join/${token}` }, "/join/…\n"],
    ["a key", { error: new Error("gh_live_cJbHPDWbUu is no key") }, "Error: gh_live_… is no key\n"],
    ["a management key", { error: new Error("bad gh_manage_cJbHPDWbUu.") }, "Error: bad gh_manage_….\n"],
    [
      "a webhook's secret",
      { error: new Error("whsec_cJbH+PDW/hush== is invalid") },
      "Error: whsec_… is invalid\n"
    ],
    [
      "a link",
      { error: new Error("GET https://gate.example/a?key=hush#s3cret failed") },
      "GET https://gate.example/a failed\n"
    ],
    [
      "links in a row",
      { error: new Error("\"https://gate.example/a#hush\",x?https://gate.example/b?hush") },
      "\"https://gate.example/a\",x?https://gate.example/b\n"
    ],
    ["addresses", { error: new Error("(ann@mail.example)bob@mail.example") }, "Error: (…@…)…@…\n"],
    ["an address", { error: new Error("no member <ann.lee@mail.example>.") }, "no member <…@…>.\n"],
    ["a token", { error: new Error(`bad ${token}`) }, "Error: bad …\n"]
  ])("contains no secret: %s", (_, changes, says) => {
    const report = crashReport({ ...crash, ...changes })
    expect(report).toContain(says)
    expect(report).not.toMatch(/ann|bob|hush|s3cret|Zm9v|cJbH/)
  })

  it("is short", () => {
    expect(crashReport({ ...crash, error: new Error("very long ".repeat(1_000)) }).length).toBeLessThan(800)
  })
})

describe("the view of a page that failed", () => {
  const notice = (href: string, role?: Me["member"]["role"]) =>
    shown(
      () =>
        createElement(
          MeContext,
          { value: role === undefined ? null : { member: { role }, server: { version: "0.1.0" } } as Me },
          createElement(CrashNotice, { at, error: crash.error, href })
        ),
      {}
    )

  it("shows what to do, and details to copy", () => {
    const html = notice(crash.href, "owner")
    for (
      const words of ["stopped working", "Reload", "Back to Overview", "Copy details", "x is null", "Version: 0.1.0"]
    ) {
      expect(html).toContain(words)
    }
    expect(html).toMatch(/<a [^>]*href="\/dashboard\/"/)
  })

  it("links to the start page, unless the role may not open it or it is the current page", () => {
    expect(notice(crash.href, "reviewer")).not.toContain("Overview")
    expect(notice(crash.href)).toContain("Back to the start page")
    expect(notice("https://gate.example/dashboard", "owner")).not.toContain("Back to")
  })
})
