import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { messageBytesMax, sha256 } from "../../../apps/widget/solver/Sha256.ts"

describe("SHA-256 of the solver", () => {
  it("matches node:crypto for every length that it accepts", () => {
    for (let length = 0; length <= messageBytesMax; length++) {
      const message = Uint8Array.from({ length }, (_, at) => at * 37 + length)
      expect(Buffer.from(sha256(message)).toString("hex"), `${length}`)
        .toBe(createHash("sha256").update(message).digest("hex"))
    }
  })

  it("matches node:crypto for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: messageBytesMax }), (message) => {
        expect(new Uint8Array(createHash("sha256").update(message).digest())).toEqual(sha256(message))
      }),
      { numRuns: 500 }
    )
  })
})
