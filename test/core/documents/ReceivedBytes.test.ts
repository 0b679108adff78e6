import { describe, expect, it } from "vitest"
import { ReceivedBytes } from "../../../core/documents/ReceivedBytes.ts"

const piece = Uint8Array.from({ length: 70_000 }, (_, at) => at)

describe.each([undefined, 0, 1, 200_000, 1e12])("with %s bytes expected", (expected) => {
  it("stores the received bytes up to its limit", () => {
    const received = new ReceivedBytes(200_000, expected)
    expect([received.add(piece), received.add(piece), received.add(piece), received.add(piece.subarray(0, 60_000))])
      .toEqual([true, true, false, true])
    expect(received.bytes()).toEqual(Uint8Array.from([...piece, ...piece, ...piece.subarray(0, 60_000)]))
    expect([received.length, received.add(new Uint8Array(1)), received.add(new Uint8Array(0))])
      .toEqual([200_000, false, true])
  })
})

it("uses a single buffer if the size is known", () => {
  const received = new ReceivedBytes(1_000_000, 140_000)
  const { buffer } = received.bytes()
  received.add(piece)
  received.add(piece)
  expect(received.bytes().buffer).toBe(buffer)
  received.add(piece)
  expect(received.bytes().buffer).not.toBe(buffer)
})
