import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { featuresOf, type TokenFeatures } from "../../../../core/messages/features/MessageFeatures.ts"
import { newRoom, ReusedRoom, roomElements } from "../../../../core/messages/letters/MessageRoom.ts"
import { normalizeWhole } from "../../../../core/messages/normalize/NormalizeMessage.ts"
import { runs } from "../../../support/TestRun.ts"
import { hostileText } from "../HostileTexts.ts"

const textOf = (features: TokenFeatures): string => Object.values(features).map(String).join("\n")

describe("a buffer pool that messages reuse", () => {
  it("reads each message as a new pool does, whatever was read before", () => {
    const room = new ReusedRoom()
    fc.assert(
      fc.property(hostileText(), hostileText(), (before, text) => {
        room.clear()
        featuresOf(normalizeWhole(before, room), null, room)
        room.clear()
        expect(textOf(featuresOf(normalizeWhole(text, room), null, room))).toBe(
          textOf(featuresOf(normalizeWhole(text)))
        )
      }),
      runs(30)
    )
  })

  it("returns zeroed, distinct buffers of the requested size", () => {
    const room = new ReusedRoom()
    const [one, other] = [room.uint16(100).fill(7), room.uint16(100)]
    expect([...other]).toEqual([...newRoom.uint16(100)])
    expect(room.uint16(roomElements)).toHaveLength(roomElements)
    room.clear()
    expect([...room.uint16(100)]).toEqual([...newRoom.uint16(100)])
    expect(one.buffer).toBe(other.buffer)
  })

  it("keeps 65,536 elements of each type, all free again after each message", () => {
    const room = new ReusedRoom()
    for (const take of ["uint8", "uint16", "uint32", "int32"] as const) {
      const kept = room[take](65_536)
      expect(room[take](1).buffer).not.toBe(kept.buffer)
      room.clear()
      expect(room[take](65_537).buffer).not.toBe(kept.buffer)
      expect(room[take](65_535).buffer).toBe(kept.buffer)
      expect(room[take](1).buffer).toBe(kept.buffer)
      expect(room[take](1).buffer).not.toBe(kept.buffer)
      room.clear()
      expect(room[take](65_536).buffer).toBe(kept.buffer)
    }
  })
})
