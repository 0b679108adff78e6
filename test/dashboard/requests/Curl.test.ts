import fc from "fast-check"
import { spawnSync } from "node:child_process"
import { expect, it } from "vitest"
import { curlOf, isMasked } from "../../../apps/dashboard/shared/requests/Curl.ts"
import { recordedOperations } from "../../../apps/dashboard/shared/requests/Operations.ts"
import { maskSubject } from "../../../core/history/MaskSubject.ts"
import { anyCharacter } from "../../support/AnyCharacter.ts"
import { runs } from "../../support/TestRun.ts"

const base = "https://gatehouse.example"

/** Returns the arguments of each curl command. */
const eachWordsOf = (commands: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const print = "curl() { for word in \"$@\"; do printf '%s\\0' \"$word\"; done; printf '\\0'; }"
  const script = ["KEY=gh_live_1", print, ...commands].join("\n")
  const { status, stderr, stdout } = spawnSync("sh", ["-c", script], { encoding: "utf8" })
  expect([status, stderr]).toEqual([0, ""])
  return stdout.split("\0\0").slice(0, -1).map((words) => words.split("\0"))
}

const wordsOf = (command: string): ReadonlyArray<string> => eachWordsOf([command])[0]!

it("repeats a request that is stored completely", () => {
  const { notes, text, instructions } = curlOf(
    { operation: "scan/url", subject: "https://x.example/it's?a=$(id)" },
    base
  )
  expect(wordsOf(text)).toEqual([
    "-sS",
    "https://gatehouse.example/scan/url",
    "-H",
    "API-KEY: gh_live_1",
    "-H",
    "Content-Type: application/json",
    "-d",
    "{\"url\":\"https://x.example/it's?a=$(id)\"}"
  ])
  expect([notes.length, instructions]).toEqual([1, []])
})

it("passes any stored subject to curl unchanged", () => {
  const anySubject = fc.string({ unit: anyCharacter, maxLength: 40 }).map((text) => text.toWellFormed())
    .filter((text) => !isMasked(text))
  fc.assert(
    fc.property(fc.array(anySubject, { minLength: 50, maxLength: 100 }), (subjects) => {
      const commands = subjects.map((subject) => curlOf({ operation: "scan/email", subject }, base).text)
      const bodies = eachWordsOf(commands).map((words) => JSON.parse(words.at(-1)!))
      expect(bodies).toEqual(subjects.map((email) => ({ email })))
    }),
    runs(4)
  )
})

it("has placeholders for masked parts, and says so", () => {
  const examples: ReadonlyArray<readonly [string, string, string]> = [
    ["scan/email", maskSubject("ann@example.com"), "ADDRESS"],
    ["scan/url", maskSubject("https://x.example/secret"), "URL"],
    ["submit-phishing-link", maskSubject("http://x.example:8080/"), "URL"],
    ["scan", maskSubject("invoice.pdf"), "FILE"],
    ["scan", maskSubject("invoice"), "FILE"],
    ["lead/analyze", maskSubject("\u{1f600}x@example.com"), "ADDRESS"]
  ]
  for (const [operation, subject, placeholder] of examples) {
    expect(isMasked(subject)).toBe(true)
    const curl = curlOf({ operation, subject }, base)
    expect(curl.text).toContain(placeholder)
    expect(curl.text).not.toContain("***")
    expect(curl.instructions.join(" ")).toMatch(
      new RegExp(`^The .* is stored masked\\. Replace ${placeholder} with the complete one\\.`)
    )
    expect(curl.placeholders).toContain(placeholder)
  }
})

it("has a command for every operation without a stored subject", () => {
  const operations = [...recordedOperations, "scan/new"]
  const curls = operations.map((operation) => curlOf({ operation, subject: null }, base))
  expect(eachWordsOf(curls.map(({ text }) => text)).map(([, url]) => url)).toEqual(
    operations.map((operation) => `${base}/${operation}`)
  )
  for (const { instructions } of curls) expect(instructions.length).toBeGreaterThan(0)
})

it("only reads files in the current folder", () => {
  const names: ReadonlyArray<readonly [string, string]> = [
    ["invoice 7.pdf", "invoice 7.pdf"],
    ["../../etc/passwd", "passwd"],
    ["C:\\temp\\a.doc", "a.doc"],
    ["-", "-"],
    ["a\";type=text/html;\"", "html;\\\""],
    ["a\u001b[201~\nrm.pdf", "a_[201~_rm.pdf"]
  ]
  const curls = names.map(([subject]) => curlOf({ operation: "scan", subject }, base).text)
  expect(eachWordsOf(curls).map((words) => words.at(-1))).toEqual(names.map(([, file]) => `file=@"./${file}"`))
})

it("fetches the same URL, and sends no address that was not there", () => {
  const fetched = curlOf({ operation: "scan", subject: null, sent: ["url"] }, base)
  expect(wordsOf(fetched.text)).toEqual([
    "-sS",
    "https://gatehouse.example/scan",
    "-H",
    "API-KEY: gh_live_1",
    "--form-string",
    "url=URL"
  ])
  expect(fetched.placeholders).toEqual(["URL"])
  expect(curlOf({ operation: "scan", subject: null, sent: ["file"] }, base).text).toContain("file=@")
  const bodyOf = (asked: object) =>
    JSON.parse(wordsOf(curlOf({ operation: "lead/analyze", subject: null, ...asked }, base).text).at(-1)!)
  expect(bodyOf({ keepsSubjects: true })).toEqual({ message: "MESSAGE" })
  expect(bodyOf({ sent: ["message"] })).toEqual({ message: "MESSAGE" })
  for (
    const incomplete of [{ keepsSubjects: false }, { sent: ["email"] }, {
      subject: "a***@x.example",
      keepsSubjects: true
    }]
  ) {
    expect(bodyOf(incomplete)).toEqual({ email: "ADDRESS", message: "MESSAGE" })
  }
})
