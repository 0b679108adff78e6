import { beforeEach, describe, expect, it, vi } from "vitest"
import { endKept, kept, keptFor } from "../../../apps/dashboard/api/Kept.ts"

describe("what a page keeps", () => {
  // Somebody whom no test is about: nothing of the last test is left.
  beforeEach(() => void keptFor("nobody", "anything", () => kept(0)))

  it("is there when somebody comes back, and tells who follows it", () => {
    const told = vi.fn()
    const first = keptFor("ann", "answer", () => kept("none"))
    const stop = first.subscribe(told)
    first.set("one")
    first.set((was) => `${was} and two`)
    stop()
    first.set("three")
    expect(told).toHaveBeenCalledTimes(2)
    expect(keptFor("ann", "answer", () => kept("none")).get()).toBe("three")
  })

  it("is nobody else's, and what is under way ends with whose it is", () => {
    const end = vi.fn()
    keptFor("ann", "answer", () => ({ ...kept("none"), end })).set("of ann")
    expect(keptFor("bob", "answer", () => kept("none")).get()).toBe("none")
    expect(end).toHaveBeenCalledOnce()
    expect(keptFor("ann", "answer", () => kept("none")).get()).toBe("none")
  })

  it("ends and stays when the session is over", () => {
    const end = vi.fn()
    keptFor("ann", "answer", () => ({ ...kept("none"), end })).set("paid for")
    endKept()
    expect(end).toHaveBeenCalledOnce()
    expect(keptFor("ann", "answer", () => kept("none")).get()).toBe("paid for")
  })
})
