import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isBareAddress, isLocalHost, targetOf, truncateToLine } from "../../../../core/documents/facts/Target.ts"
import { anyCharacter } from "../../../support/AnyCharacter.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"

/** Formats a target on one line: its kind and location. */
const readAs = (raw: string | null): string => {
  const target = targetOf(raw)
  switch (target.kind) {
    case "web":
      return `web ${target.url.href}`
    case "share":
      return `share ${target.host}`
    case "scheme":
      return `${target.scheme}: ${target.rest}`
    case "nothing":
      return "nothing"
    default:
      return `${target.kind} ${target.path}`
  }
}

const table = (title: string, rows: ReadonlyArray<readonly [string, string]>) =>
  it.each(rows)(`${title}: %j is %s`, (raw, as) => expect(readAs(raw)).toBe(as))

describe("where a target leads", () => {
  table("the web", [
    ["http://a.example/b?c#d", "web http://a.example/b?c#d"],
    ["HTTPS:\\\\A.example\\b", "web https://a.example/b"],
    ["http:a.example", "web http://a.example/"],
    ["http:/a.example", "web http://a.example/"],
    ["  http://a.example  ", "web http://a.example/"],
    ["\u00a0\ufeffhttp://a.example", "web http://a.example/"],
    ["\0ht\ttp\r\n://a.exa\x01mple", "web http://a.example/"],
    ["%68ttp://a.example", "web http://a.example/"],
    ["h%74%54ps%3A//a.example", "web https://a.example/"],
    ["URL:http://a.example", "web http://a.example/"],
    ["ftp://a.example/b", "web ftp://a.example/b"],
    ["wss://a.example/", "web wss://a.example/"],
    ["http://[::1]:8080/", "web http://[::1]:8080/"],
    ["http://0x7f.1/", "web http://127.0.0.1/"],
    ["http://b\u00fccher.example/", "web http://xn--bcher-kva.example/"]
  ])

  table("a share", [
    ["\\\\host\\share", "share host"],
    ["\\\\host\\", "share host"],
    ["\\\\host", "share host"],
    ["\\\\host.example\\a\\b.dotm", "share host.example"],
    ["//host/share", "share host"],
    ["\\/host/share", "share host"],
    ["/\\host\\share", "share host"],
    ["\\\\1.2.3.4\\a", "share 1.2.3.4"],
    ["\\\\[::1]\\a", "share [::1]"],
    ["\\\\host@SSL@443\\DavWWWRoot\\a", "share host@SSL@443"],
    ["\\\\?\\UNC\\host\\share", "share host"],
    ["\\\\.\\unc\\host\\share", "share host"],
    ["//?/UNC/host/share", "share host"],
    ["\\??\\UNC\\host\\share", "share host"],
    ["\\\\?\\GLOBALROOT\\Device\\Mup\\host\\share", "share host"],
    ["file://host/share", "share host"],
    ["FILE://HOST", "share HOST"],
    ["file:\\\\host\\share", "share host"],
    ["file:////host/share", "share host"],
    ["file://///host/share", "share host"],
    ["file:///\\\\host\\share", "share host"],
    ["file:///%5c%5Chost%2fshare", "share host"],
    ["fi%6ce://host/share", "share host"],
    ["url:file://host/share", "share host"],
    [" \t\\\\ho\nst\\share ", "share host"]
  ])

  table("a disk", [
    ["c:\\a.exe", "absolute path c:\\a.exe"],
    ["C:/a", "absolute path C:/a"],
    ["C|/a", "absolute path C|/a"],
    ["C:", "absolute path C:"],
    ["/etc/passwd", "absolute path /etc/passwd"],
    ["\\windows\\a.exe", "absolute path \\windows\\a.exe"],
    ["//c:/a", "absolute path //c:/a"],
    ["\\\\?\\C:\\a", "absolute path \\\\?\\C:\\a"],
    ["\\\\.\\pipe\\a", "absolute path \\\\.\\pipe\\a"],
    ["file:///C:/a", "absolute path C:/a"],
    ["file://C:/a", "absolute path C:/a"],
    ["file:///C|/a", "absolute path C|/a"],
    ["file:////C:/a", "absolute path C:/a"],
    ["file:C:\\a", "absolute path C:\\a"],
    ["file:///a", "absolute path a"],
    ["file:/host/share", "absolute path host/share"],
    ["file://localhost/c:/a", "absolute path localhost/c:/a"],
    ["file:////Users/ann/a.xlsx", "absolute path Users/ann/a.xlsx"],
    ["file:////Volumes/disk/a.xlsx", "absolute path Volumes/disk/a.xlsx"],
    ["file:////home/ann/a.ods", "absolute path home/ann/a.ods"],
    ["//private/var/a", "absolute path //private/var/a"],
    ["file:", "absolute path "],
    ["//host", "absolute path //host"],
    ["//", "absolute path //"],
    ["\\\\", "absolute path \\\\"]
  ])

  table("beside the document", [
    ["a.pdf", "relative path a.pdf"],
    ["../a/b.docx", "relative path ../a/b.docx"],
    ["www.a.example", "relative path www.a.example"],
    ["#top", "relative path #top"],
    ["?a=b", "relative path ?a=b"],
    ["100%.pdf", "relative path 100%.pdf"],
    ["a%20b:c", "relative path a%20b:c"],
    ["a host\\share", "relative path a host\\share"],
    [`${"a".repeat(65)}:b`, `relative path ${"a".repeat(65)}:b`]
  ])

  table("another scheme", [
    ["mailto:ann@a.example", "mailto: ann@a.example"],
    ["JavaScript:alert(1)", "javascript: alert(1)"],
    ["java\tscript:alert(1)", "javascript: alert(1)"],
    ["java%73cript:alert(1)", "javascript: alert(1)"],
    ["ms-msdt:/id PCWDiagnostic", "ms-msdt: /id PCWDiagnostic"],
    ["mhtml:http://a.example/!x-usc:b", "mhtml: http://a.example/!x-usc:b"],
    ["data:text/html,a", "data: text/html,a"],
    ["smb://host/share", "smb: //host/share"],
    ["http://a b/", "http: //a b/"],
    ["https://", "https: //"]
  ])

  it("is nowhere", () => {
    for (const raw of [null, "", "  ", "\0\x1f\t", "url:"]) expect(readAs(raw)).toBe("nothing")
  })

  it("is found for any text, and for every share in any spelling", () => {
    fc.assert(fc.property(fc.string({ maxLength: 200, unit: anyCharacter }), (raw) => {
      expect(readAs(raw)).not.toBe("")
    }))
    const slash = fc.constantFrom("\\", "/")
    const prefix = fc.tuple(slash, slash).map((two) => two.join(""))
    const file = fc.tuple(fc.constantFrom("", "file:", "FILE:", "url:file:", " file:"), prefix, slash)
    fc.assert(fc.property(file, fc.constantFrom("a.example", "host", "10.0.0.1"), ([scheme, two, one], host) => {
      expect(readAs(`${scheme}${two}${host}${one}b.docx`)).toBe(`share ${host}`)
    }))
  })

  it("is found in time linear in the text", () => {
    for (const piece of ["\\", "/", "%", "%68", "a", "a:", " ", "file:", "\\\\?", "url:"]) {
      const text = piece.repeat(200_000)
      expect(measureCpuMillis(() => void [targetOf(text), truncateToLine(text)])).toBeLessThan(2_000)
    }
  })
})

describe("a text in a message", () => {
  it.each([
    ["a\r\nb\0c", "a b c"],
    ["a\u202egpj.exe\u2066b", "a gpj.exe b"],
    ["\u2028a\x85", "a"],
    ["x".repeat(101), `${"x".repeat(99)}…`],
    ["x".repeat(100), "x".repeat(100)]
  ])("%j is displayed as %j", (text, line) => expect(truncateToLine(text)).toBe(line))
})

it("recognizes local host names and bare IP addresses", () => {
  expect(["server", "a.example", "1.2.3.4", "[::1]", "a@80", "a:445", "%68"].map(isLocalHost)).toEqual(
    [true, false, false, false, false, false, false]
  )
  expect(["1.2.3.4", "[::1]", "1.2.3", "1.2.3.4.example", "a"].map(isBareAddress)).toEqual(
    [true, true, false, false, false]
  )
})
