import { expect, it } from "vitest"
import { decodeBase64 } from "../../../../adapters/documents/reading/Base64.ts"

it.each([
  ["", "", true, false],
  ["SGVsbG8=", "Hello", true, false],
  ["SGVsbG8", "Hello", true, false],
  ["SGVs\r\n bG8=\r\n", "Hello", true, false],
  ["SGVs!bG8=", "Hello", false, false],
  ["SGVsbG8=\r\nIQ==", "Hello!", false, true],
  ["=SGVsbG8=", "Hello", false, true],
  ["SGVsbG8=====", "Hello", true, false]
])("%j is decoded as %j", (text, decoded, isValid, hasInnerPadding) => {
  const content = decodeBase64(text)
  expect(Buffer.from(content.bytes).toString()).toBe(decoded)
  expect(content).toMatchObject({ isValid, hasInnerPadding })
})

it("a text with many paddings is decoded in one pass", () => {
  expect(decodeBase64("QQ==".repeat(1_000)).bytes).toHaveLength(1_000)
  expect(decodeBase64("QQ==".repeat(100_000)).bytes.length).toBeLessThan(300_000)
})
