import { expect, it } from "vitest"
import {
  fieldMessagesMax,
  parseDetails,
  refusalCharsMax,
  refusedFieldsMax,
  type RequestDetails,
  serializeDetails,
  storableRefusal,
  submittedFieldNames
} from "../../../core/history/RequestDetails.ts"

it("stays within its bounds and contains no address or URL", () => {
  const field = { name: "x".repeat(900), messages: Array.from({ length: 9 }, () => "y".repeat(9_000)) }
  const kept = storableRefusal({
    message: "ann@example.com wanted https://example.com/secret \0\ud800",
    fields: Array.from({ length: 99 }, () => field)
  })
  expect(kept.message).toBe("a***@example.com wanted example.com/*** \ufffd\ufffd")
  expect(kept.fields).toHaveLength(refusedFieldsMax)
  expect(kept.fields[0]!.messages).toHaveLength(fieldMessagesMax)
  expect(kept.fields[0]!.messages[0]).toHaveLength(refusalCharsMax)
  expect(kept.fields[0]!.name.length).toBeLessThan(200)
})

it.each([
  ["ann@a.example bob@b.example", "a***@a.example b***@b.example"],
  ["(https://a.example/b) and @c", "(a.example/*** and @c"],
  ["@@a@b.example@c", "@@a***@b.example@c"],
  ["a@@b", "a@@b"]
])("%s is stored as %s", (message, kept) => {
  expect(storableRefusal({ message, fields: [] }).message).toBe(kept)
})

it("can be read back, also if findings were omitted", () => {
  const refusal = { message: "No.", fields: [{ name: "email", messages: ["The email field is required."] }] }
  const reasons = Array.from({ length: 150 }, () => ({ code: "A", message: "z".repeat(900), where: "" }))
  for (const details of [{ score: null, reasons: [], facts: {} }, { score: 1, reasons, facts: {} }]) {
    const all: RequestDetails = { ...details, sent: ["url"], refusal }
    expect(parseDetails(serializeDetails(all))).toMatchObject({ sent: ["url"], refusal })
  }
})

it("contains the names of fields, but not their values", () => {
  expect(submittedFieldNames({ email: "a", ip: undefined, "ann@example.com": 1, url: null })).toEqual(["email", "url"])
  for (const nothing of [null, 7, "text", ["a"]]) expect(submittedFieldNames(nothing)).toEqual([])
})
