import { expect, it } from "vitest"
import { extensionOf, fileKindOf } from "../../../../core/documents/facts/FileKind.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"

it.each([
  ["a.PDF", "pdf"],
  ["a.exe. . ", "exe"],
  ["a.exe\0", "exe"],
  ["a.js:x", "js"],
  ["a.exe::$DATA", "exe"],
  ["a.exe :x", "exe"],
  ["Re: invoice.pdf", "pdf"],
  ["folder.x/a", ""],
  ["folder\\a.b.c", "c"],
  ["...", ""],
  ["", ""]
])("the extension of %j is %j", (name, ending) => expect(extensionOf(name)).toBe(ending))

it.each([".", " ", "\0"])("is found quickly in a long name of %j", (sign) => {
  const name = `a.pdf${sign.repeat(200_000)}b`
  expect(measureCpuMillis(() => void extensionOf(name))).toBeLessThan(500)
})

it("detects leading blanks quickly", () => {
  const blanks = Buffer.from(" ".repeat(1_000))
  const tell = () => {
    for (let run = 0; run < 4_000; run++) fileKindOf(blanks)
  }
  tell()
  // The calls would take 500 ms if every run of blanks before a mark were combined with every run after it.
  expect(measureCpuMillis(tell)).toBeLessThan(200)
})

it("detects a page behind blanks and a mark", () => {
  for (const head of ["<html>", "  <html>", "\xef\xbb\xbf<html>", " \xef\xbb\xbf <!-- a --> <html>"]) {
    expect(fileKindOf(Buffer.from(head, "latin1")), head).toBe("html")
  }
})

it.each([
  ["UTF-16, little endian", Buffer.from("\ufeff<p onload=a()>", "utf16le")],
  ["UTF-16, big endian", Buffer.from("\ufeff<p onload=a()>", "utf16le").swap16()],
  ["an attribute after a slash", Buffer.from("<img/src=x/onerror=a()>")]
])("detects a page of active markup in %s", (_, bytes) => {
  expect(fileKindOf(bytes, "a.htm")).toBe("html")
  expect(fileKindOf(bytes, "a.txt")).toBe("other")
})
