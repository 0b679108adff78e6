import fc from "fast-check"
import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { curlOfDocument, curlOfJson } from "../../../apps/dashboard/pages/try/request/Curl.ts"
import { runs } from "../../support/TestRun.ts"

/** Returns the arguments that a shell passes to curl. */
const argumentsOf = (command: string): ReadonlyArray<string> =>
  execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\nKEY=k\n${command}`], { encoding: "utf8" }).split("\0")
    .slice(0, -1)

const base = "https://gatehouse.example"
const hostile = fc.string({
  unit: fc.constantFrom("'", "\"", "\\", "$", "`", "\n", "!", ";", "(", ")", "a", "é", "@", "<", " "),
  maxLength: 12
})

describe("curlOfJson", () => {
  it("sends the same body for any content", () => {
    fc.assert(
      fc.property(hostile, (url) => {
        const given = argumentsOf(curlOfJson(base, "/scan/url", { url }))
        expect(given.slice(0, -1)).toEqual([
          "-s",
          `${base}/scan/url`,
          "-H",
          "API-KEY: k",
          "-H",
          "Content-Type: application/json",
          "-d"
        ])
        expect(JSON.parse(given.at(-1)!)).toEqual({ url })
      }),
      runs(60)
    )
  })
})

describe("curlOfDocument", () => {
  it("names a file of the current folder, and never another path or an option", () => {
    const name = `a"b\\c$(touch x)'\`id\`.pdf`
    expect(argumentsOf(curlOfDocument(base, { kind: "file", file: { name } })).slice(4)).toEqual([
      "-F",
      `file=@"./a\\"b\\\\c$(touch x)'\`id\`.pdf"`
    ])
  })

  it("sends a link as text, even if it begins like a path", () => {
    expect(argumentsOf(curlOfDocument(base, { kind: "url", url: "@/etc/passwd" })).slice(4)).toEqual([
      "--form-string",
      "url=@/etc/passwd"
    ])
  })
})
