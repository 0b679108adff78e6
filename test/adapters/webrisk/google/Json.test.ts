import { Redacted } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeBase64, encodeBase64Url, parseTime } from "../../../../adapters/webrisk/google/Json.ts"
import { describeFailure, isRefusal, vendorMessageCharsMax } from "../../../../adapters/webrisk/google/Vendor.ts"
import { HttpFailure } from "../../../../adapters/webrisk/http/Http.ts"
import { anyCharacter } from "../../../support/AnyCharacter.ts"

describe("bytes in JSON", () => {
  it("are read in both base64 alphabets, with and without padding", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = Buffer.from(bytes).toString("base64")
      const forms = [text, text.replace(/=+$/, ""), encodeBase64Url(bytes), Buffer.from(bytes).toString("base64url")]
      for (const form of forms) expect(decodeBase64(form)).toEqual(bytes)
    }))
  })

  it.each(["!", "A", "AB=C", "====", "ä", "AAAA\u0000"])("rejects %j", (text) => {
    expect(decodeBase64(text)).toBeNull()
  })

  it("are decoded or rejected without an exception for any text", () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const bytes = decodeBase64(text)
      expect(bytes === null || bytes.length <= text.length).toBe(true)
    }))
  })
})

describe("times in JSON", () => {
  it.each([
    ["2026-01-01T00:05:00Z", Date.UTC(2026, 0, 1, 0, 5)],
    ["2026-01-01T00:05:00.5Z", Date.UTC(2026, 0, 1, 0, 5, 0, 500)],
    ["2026-01-01T00:05:00.123456789Z", Date.UTC(2026, 0, 1, 0, 5, 0, 123)],
    ["2026-01-01T01:05:00+01:00", Date.UTC(2026, 0, 1, 0, 5)],
    ["2026-13-01T00:05:00Z", null],
    ["2026-01-01", null],
    ["1767225900", null],
    ["", null],
    [undefined, null]
  ])("%j is %j", (text, millis) => {
    expect(parseTime(text)).toBe(millis)
  })
})

describe("the vendor's error message", () => {
  const key = Redacted.make("AIza-secret")
  const failure = (status: number, body: string) =>
    new HttpFailure({
      problem: "status",
      status,
      retryAfterMillis: null,
      message: `vendor.example/v1/uris:search answered ${status}.`,
      body: new TextEncoder().encode(body)
    })
  const google = (message: string) => JSON.stringify({ error: { code: 400, message, status: "INVALID_ARGUMENT" } })
  const failureText = (body: string) => describeFailure(failure(400, body), { key })

  it("follows the description of the request", () => {
    expect(failureText(google("API key not valid."))).toBe(
      "vendor.example/v1/uris:search answered 400: API key not valid."
    )
  })

  it.each(["", "<html>", "{}", `{"error":"no"}`, `{"error":{"message":7}}`])("is omitted for %j", (body) => {
    expect(failureText(body)).toBe("vendor.example/v1/uris:search answered 400.")
  })

  it("excludes the key, line breaks and overlong text", () => {
    const sentence = failureText(google(`The key AIza-secret\r\nforged: log line \u001b[31m${"x".repeat(10_000)}`))
    expect(sentence).not.toContain("AIza-secret")
    expect(sentence).toMatch(/^[\x20-\x7e…]*$/)
    expect(sentence.length).toBeLessThan(vendorMessageCharsMax + 100)
  })

  it("distinguishes a fault of the request from a fault of the client", () => {
    expect(isRefusal(failure(400, google("Invalid value at 'uri'")))).toBe(true)
    expect(isRefusal(failure(414, ""))).toBe(true)
    expect(isRefusal(failure(400, google("API key not valid. Please pass a valid API key.")))).toBe(false)
    expect([401, 403, 429, 500, 503].map((status) => isRefusal(failure(status, "")))).not.toContain(true)
  })
})
