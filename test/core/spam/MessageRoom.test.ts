import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { featuresOf, type TokenFeatures } from "../../../core/spam/MessageFeatures.ts"
import { newRoom, ReusedRoom, roomElements } from "../../../core/spam/MessageRoom.ts"
import { normalizeWhole } from "../../../core/spam/NormalizeMessage.ts"
import { runs } from "../../support/TestRun.ts"
import { hostileText } from "./HostileTexts.ts"

const textOf = (features: TokenFeatures): string => Object.values(features).map(String).join("\n")

describe("a room for one message after another", () => {
  it("reads each as a new one does, whatever was read before", () => {
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

  it("hands out zeros, nothing twice, and as much as is asked for", () => {
    const room = new ReusedRoom()
    const [one, other] = [room.uint16(100).fill(7), room.uint16(100)]
    expect([...other]).toEqual([...newRoom.uint16(100)])
    expect(room.uint16(roomElements)).toHaveLength(roomElements)
    room.clear()
    expect([...room.uint16(100)]).toEqual([...newRoom.uint16(100)])
    expect(one.buffer).toBe(other.buffer)
  })
})
