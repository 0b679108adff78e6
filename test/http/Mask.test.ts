import { expect, it } from "vitest"
import { maskSubject } from "../../core/history/MaskSubject.ts"

it.each([
  ["ann@example.com", "a***@example.com"],
  ["😀nn@example.com", "😀***@example.com"],
  ["https://example.com/path?query#part", "example.com/***"],
  ["https://user:password@example.com:8443/path", "example.com:8443/***"],
  ["HTTPS://Example.COM", "example.com/***"],
  // Spellings that browsers accept, and that the scanner therefore accepts too.
  [" \t\0https://example.com/path", "example.com/***"],
  ["ht\ntps://example.com/path", "example.com/***"],
  ["http:\\\\example.com\\path", "example.com/***"],
  ["http:\\\\user@example.com\\path", "example.com/***"],
  ["http:/example.com/path.html", "example.com/***"],
  ["https:example.com/path.html", "example.com/***"],
  ["report.final.pdf", "***.pdf"],
  [".hidden", "***"],
  ["report", "***"],
  ["", "***"]
])("the history stores %j only as %j", (subject, kept) => {
  expect(maskSubject(subject)).toBe(kept)
})
