import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { hasSessionEnded, returnPath, signInPath } from "../../../apps/dashboard/pages/entry/ReturnPath.ts"
import { runs } from "../../support/TestRun.ts"

const back = (path: string, search: string): string => returnPath(signInPath(path, search).split("?")[1] ?? "")

describe("the return path after sign-in", () => {
  it("is the requested view", () => {
    expect(back("/requests/req_1", "status=4xx&text=a%26b")).toBe("/requests/req_1?status=4xx&text=a%26b")
    expect(signInPath("/", "")).toBe("/sign-in")
    expect(returnPath("")).toBe("/")
  })

  it("reports a session that expired, and still leads back", () => {
    const [, search = ""] = signInPath("/requests", "status=4xx", true).split("?")
    expect([hasSessionEnded(search), returnPath(search)]).toEqual([true, "/requests?status=4xx"])
    expect(hasSessionEnded(signInPath("/", "", true).split("?")[1]!)).toBe(true)
    expect(hasSessionEnded(signInPath("/requests", "ended=1").split("?")[1]!)).toBe(false)
  })

  it.each([
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "",
    "evil",
    "/sign-in?to=/x",
    "/join",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r//evil.example",
    "/requests\u0000",
    "/..//evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/../evil",
    "/%2e%2E/evil",
    "/..",
    "/./sign-in",
    "/Sign-in"
  ])(
    "is never %j",
    (to) => {
      expect(returnPath(`to=${encodeURIComponent(to)}`)).toBe("/")
    }
  )

  it("is a normalized path within the dashboard, for any link", () => {
    const piece = fc.constantFrom(
      "/",
      "//",
      ".",
      "..",
      "%2e",
      "\\",
      "\t",
      "\n",
      "\r",
      " ",
      "?",
      "#",
      "@",
      ":",
      "a",
      "evil.example"
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join("")}`),
        (to) => {
          const path = returnPath(new URLSearchParams({ to }).toString())
          expect(path).not.toMatch(/[\u0000-\u001f\u007f\\]/)
          for (const base of ["", "/dashboard"]) {
            const { origin, pathname } = new URL(base + path, "https://gatehouse.example")
            expect(origin).toBe("https://gatehouse.example")
            expect(pathname).not.toContain("//")
            expect(pathname.startsWith(`${base}/`)).toBe(true)
          }
        }
      ),
      runs(400)
    )
  })

  it("stays on this server for any link", () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.constantFrom("", "/", "//", "/\\", "/x//", "https://"), fc.string()).map((parts) => parts.join("")),
        (to) => {
          const path = returnPath(new URLSearchParams({ to }).toString())
          expect(new URL(path, "https://gatehouse.example").origin).toBe("https://gatehouse.example")
        }
      )
    )
  })
})
