import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  detailsCharsMax,
  parseDetails,
  reasonsStoredMax,
  serializeDetails
} from "../../../core/history/RequestDetails.ts"
import type { RequestRecord } from "../../../core/history/RequestHistory.ts"
import { firstRequestIdAt, foldCase, matchesFilter, parseRequestId } from "../../../core/history/RequestQuery.ts"
import { formatCsvCell } from "../../../core/kernel/ExportFile.ts"
import { headerLine, requestLine } from "../../../core/requests/ExportRequests.ts"
import { anyCharacter } from "../../support/AnyCharacter.ts"

const record = (subject: string | null, verdict: string | null = "safe"): RequestRecord => ({
  requestId: "01a200d6-567a-73a5-ab1d-5ad8d5d26271",
  accountId: "acc_1",
  keyId: "dashboard:mem_1",
  operation: "scan/url",
  status: 200,
  credits: 5,
  at: new Date("2026-11-22T01:00:00.000Z"),
  durationMicros: 1_234,
  verdict,
  subject
})

/** Parses the cells of a row as RFC 4180 defines them. */
const cellsOf = (row: string): ReadonlyArray<string> => {
  const cells: Array<string> = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (let found = cell.exec(row); found !== null; found = cell.exec(row)) {
    cells.push(found[1]?.replaceAll("\"\"", "\"") ?? found[2]!)
  }
  return cells
}

describe("a CSV row", () => {
  it("preserves its values, except that formulas are escaped", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (subject) => {
      const line = requestLine(record(subject), "csv")
      const cells = cellsOf(line)
      expect(cells).toHaveLength(9)
      expect([subject, `'${subject}`]).toContain(cells[7])
      expect(cells[7]).not.toMatch(/^[=+\-@\t\r\n]/)
    }))
  })

  it.each([
    ["=HYPERLINK(\"http://x\")", "\"'=HYPERLINK(\"\"http://x\"\")\""],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\tx", "\"'\tx\""],
    // A null character at the beginning is escaped too (OWASP ASVS 5.0, 1.2.10).
    ["\0=1", "'\0=1"],
    ["\r\n=1", "\"'\r\n=1\""]
  ])("contains %j as %j or in quotes", (text, cell) => {
    expect([cell, `"${cell}"`]).toContain(formatCsvCell(text))
  })

  it("has as many cells as the header", () => {
    expect(cellsOf(headerLine("csv"))).toHaveLength(9)
    expect(requestLine(record(null, null), "csv")).toBe(
      "01a200d6-567a-73a5-ab1d-5ad8d5d26271,2026-11-22T01:00:00.000Z,scan/url,200,5,1.234,,,\r\n"
    )
    expect(formatCsvCell(-5)).toBe("-5")
  })

  it("is one object in NDJSON", () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (subject) => {
      const line = requestLine(record(subject), "ndjson")
      expect(line.indexOf("\n")).toBe(line.length - 1)
      expect(JSON.parse(line)).toMatchObject({ subject, key_id: null, credits: 5 })
    }))
  })
})

describe("details", () => {
  const reason = (n: number) => ({ code: "JAVASCRIPT", message: `${n} ${"x".repeat(400)}`, where: `object ${n}` })

  it("stay within their limit and report how much was omitted", () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 900 }), (count) => {
      const reasons = Array.from({ length: count }, (_, n) => reason(n))
      const text = serializeDetails({ score: 3, reasons, facts: { links_found: 1 } })
      expect(text.length).toBeLessThanOrEqual(detailsCharsMax)
      const read = parseDetails(text)!
      expect(read.reasons).toEqual(reasons.slice(0, read.reasons.length))
      expect(read.reasons.length).toBeLessThanOrEqual(reasonsStoredMax)
      expect(read.facts["reasons_left_out"] ?? 0).toBe(count - read.reasons.length)
    }))
  })

  it("never exceed the limit, whatever the facts are", () => {
    const text = serializeDetails({ score: 3, reasons: [reason(1)], facts: { list: "y".repeat(99_999) } })
    expect(parseDetails(text)).toEqual({ score: 3, reasons: [], facts: { reasons_left_out: 1 } })
    expect(parseDetails("{")).toBe(null)
  })
})

describe("a query", () => {
  it("uses the ID range of a time span", () => {
    expect(firstRequestIdAt(0)).toBe("00000000-0000-0000-0000-000000000000")
    expect(firstRequestIdAt(Date.parse("2026-11-22T01:00:00.000Z")) <= "01a200c4-7c80-7000-8000-000000000000").toBe(
      true
    )
    fc.assert(fc.property(fc.integer({ min: 0, max: 2 ** 47 }), fc.integer({ min: 1, max: 9_999 }), (at, later) => {
      expect(firstRequestIdAt(at) < firstRequestIdAt(at + later)).toBe(true)
      expect(parseRequestId(firstRequestIdAt(at))).toBe(firstRequestIdAt(at))
    }))
  })

  it("folds only A to Z", () => {
    expect(foldCase("ÄÖ Ann@EXAMPLE.com \0\ud800")).toBe("ÄÖ ann@example.com \ufffd\ufffd")
    expect(matchesFilter(record("Ann@Example.COM"), { text: "aNN@example" })).toBe(true)
    expect(matchesFilter(record(null), { text: "a" })).toBe(false)
    expect(matchesFilter(record("x"), { text: "01A200D6-567a-73a5-ab1d-5ad8d5d26271" })).toBe(true)
    expect(matchesFilter(record("x", null), { verdict: "safe" })).toBe(false)
  })
})
