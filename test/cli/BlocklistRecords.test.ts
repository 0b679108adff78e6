import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hostKnowledge } from "../../adapters/lists/HostKnowledgeEmbedded.ts"
import {
  type BlocklistRecord,
  formatRow,
  headerRow,
  parseHeader,
  parseRecord,
  parseRow,
  type RecordDefaults,
  toRecord
} from "../../apps/cli/files/BlocklistRecord.ts"
import { authorCharsMax } from "../../core/audit/ActorName.ts"
import {
  type BlocklistEntry,
  entryText,
  reasonCharsMax,
  sourceCharsMax,
  targetKinds
} from "../../core/threats/blocklist/BlocklistEntry.ts"
import { parseBlocklistTarget } from "../../core/threats/blocklist/BlocklistGuard.ts"

const now = new Date("2026-11-21T12:00:00.000Z")
const defaults: RecordDefaults = {
  kind: "url",
  action: "block",
  reason: "by default",
  source: "import",
  author: "nobody",
  createdAt: now,
  expiresAt: null,
  force: true,
  isOwn: true
}
const read = (record: BlocklistRecord, changes: Partial<RecordDefaults> = {}) =>
  parseRecord(record, { ...defaults, ...changes }, hostKnowledge)

/** Generates texts with any characters, often with those that break spreadsheets, databases and terminals. */
const textArbitrary = (charsMax: number) =>
  fc.oneof(
    fc.string({ unit: "binary", maxLength: charsMax }),
    fc.string({ unit: fc.constantFrom(..."=+-@'\", \t\r\n;#\0\ud800kd"), maxLength: 12 })
  ).map(entryText)
const instant = (from: string, to: string) => fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true })

const anyEntry: fc.Arbitrary<BlocklistEntry> = fc.record({
  kind: fc.constantFrom(...targetKinds),
  url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  action: fc.constantFrom("block", "allow"),
  reason: textArbitrary(reasonCharsMax),
  source: textArbitrary(sourceCharsMax),
  author: textArbitrary(authorCharsMax),
  createdAt: instant("1970-01-01T00:00:00Z", "2026-11-21T12:00:00Z"),
  expiresAt: fc.option(instant("1970-01-01T00:00:00Z", "2100-01-01T00:00:00Z")),
  id: fc.nat()
}).map(({ url, ...fields }) => ({
  ...fields,
  ...Result.getOrThrow(parseBlocklistTarget(fields.kind, url, hostKnowledge, { force: true, action: fields.action }))
}))

describe("an entry in a file", () => {
  const asRead = (record: BlocklistRecord, id: number) => ({ ...Result.getOrThrow(read(record)), id })

  it("survives a round trip through a row", () => {
    fc.assert(fc.property(anyEntry, (entry) => {
      const row = formatRow(toRecord(entry))
      expect(row).not.toMatch(/[\r\n]/)
      expect(asRead(parseRow(row, parseHeader(headerRow)!), entry.id)).toEqual(entry)
    }))
  })

  it("survives a round trip through JSON", () => {
    fc.assert(fc.property(anyEntry, (entry) => {
      expect(asRead(JSON.parse(JSON.stringify(toRecord(entry))), entry.id)).toEqual(entry)
    }))
  })

  it.each(["=1+1", "+1", "-1", "@x", "'=1", "=a,\"b\""])(
    "is not a formula in a spreadsheet, for the reason %s",
    (reason) => {
      const row = formatRow({ kind: "url", reason })
      expect(row).toMatch(/^url,,,"?'[^,]/)
      expect(parseRow(row, parseHeader(headerRow)!)).toEqual({ kind: "url", reason })
    }
  )
})

describe("a row from another tool", () => {
  it.each<readonly [string, ReadonlyArray<string> | null]>([
    ["kind,value,reason", ["kind", "value", "reason"]],
    ["Reason, VALUE ,Kind", ["reason", "value", "kind"]],
    ["domain,bad.example,kit", null],
    ["url,http://x.example/,kind", null]
  ])("%s: are its titles %j", (row, columns) => expect(parseHeader(row)).toEqual(columns))

  it("is read by its titles; unknown columns and empty cells are absent, and empty quotes are empty", () => {
    const record = parseRow(" a.example ,x,,\"\", =1 ", ["value", "rank", "action", "reason", "author"])
    expect(record).toEqual({ value: "a.example", reason: "", author: "=1" })
    expect(Result.getOrThrow(read(record))).toMatchObject({ expression: "a.example/", action: "block", reason: "" })
  })
})

describe("a record from another tool", () => {
  const domain = { kind: "domain", value: "x.example" }

  it("has the defaults for absent or null fields", () => {
    for (const record of [{ value: "x.example" }, { value: "x.example", reason: null, kind: null, expires_at: null }]) {
      const entry = Result.getOrThrow(read(record))
      expect({ ...entry, force: true, isOwn: true }).toEqual({ ...defaults, expression: "x.example/", forced: false })
    }
  })

  it("is validated regardless of its own fields, and stays marked as forced", () => {
    const suffix = { kind: "domain", value: "co.uk", forced: true }
    expect(read(suffix, { force: false })).toMatchObject({ failure: expect.stringContaining("--force") })
    expect(read(suffix)).toMatchObject({ success: { forced: true } })
    expect(read({ ...domain, forced: "true" }, { force: false })).toMatchObject({ success: { forced: true } })
  })

  it("cannot claim to be the operator's, nor create an exception unless requested", () => {
    const posing = { ...domain, source: "operator", author: "ann" }
    expect(read(posing, { isOwn: false })).toMatchObject({ success: { source: "import", author: "nobody" } })
    const letting = { ...domain, action: "allow" }
    expect(read(letting, { isOwn: false })).toMatchObject({ failure: expect.stringContaining("--allow") })
    expect(read(letting, { isOwn: false, action: "allow" })).toMatchObject({ success: { action: "allow" } })
    expect(read(letting)).toMatchObject({ success: { action: "allow" } })
  })

  it.each<readonly [BlocklistRecord, string]>([
    [{}, "It has no target"],
    [{ ...domain, kind: "planet" }, "\"planet\" is not a kind (url, page, prefix, host, domain)."],
    [{ ...domain, kind: 7 }, "A number is not a kind"],
    [{ ...domain, action: "bless" }, "\"bless\" is not an action"],
    [{ ...domain, reason: [] }, "reason is not a text."],
    [{ ...domain, reason: "x".repeat(reasonCharsMax + 1) }, `longer than ${reasonCharsMax}`],
    [{ ...domain, forced: "maybe" }, "forced is neither true nor false."],
    [{ ...domain, created_at: "yesterday" }, "created_at is not a time"],
    [{ ...domain, expires_at: "2026-13-45T00:00:00Z" }, "expires_at is not a time"],
    [{ ...domain, created_at: "2026-11-21T12:00:00.001Z" }, "created_at is in the future."],
    [{ kind: "domain", expression: "" }, "It has no target"],
    [{ kind: "domain", value: "10.0.0.0/8" }, "is a network"]
  ])("%j is refused: %s", (record, why) => {
    expect(read(record)).toMatchObject({ failure: expect.stringContaining(why) })
  })

  it("is read without an exception for any value", () => {
    const anything = fc.record(
      {
        kind: fc.jsonValue(),
        value: fc.anything(),
        expression: fc.anything(),
        reason: fc.anything(),
        created_at: fc.anything()
      },
      { requiredKeys: [] }
    )
    fc.assert(fc.property(anything, (record) => void read(record as BlocklistRecord)))
  })
})
