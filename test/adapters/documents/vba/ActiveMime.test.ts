import { deflateSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { openActiveMime } from "../../../../adapters/documents/vba/ActiveMime.ts"

const content = Buffer.from("a compound file, or what stands for it here")
const made = (before: number, signature = "ActiveMime"): Uint8Array => {
  const head = Buffer.alloc(before)
  head.write(signature, "latin1")
  return Buffer.concat([head, deflateSync(content)])
}
const opened = (bytes: Uint8Array): string | null => {
  const found = openActiveMime(bytes)
  return found === null ? null : Buffer.from(found).toString()
}

describe("an ActiveMime file", () => {
  it.each([0x32, 0x20, 200])("returns its content at offset %d", (before) => {
    expect(opened(made(before))).toBe(content.toString())
  })

  it("returns the available part if it is truncated", () => {
    expect(content.toString()).toContain(opened(made(0x32).subarray(0, 0x32 + 20)))
  })

  it("is not recognized without a signature or content", () => {
    expect(opened(made(0x32, "ActiveMine"))).toBeNull()
    expect(opened(Buffer.from("ActiveMime"))).toBeNull()
    expect(opened(Buffer.concat([Buffer.from("ActiveMime"), Buffer.alloc(90, 0x41)]))).toBeNull()
  })
})
