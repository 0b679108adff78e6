import { beforeEach, describe, expect, it, vi } from "vitest"
import { endKept, kept, keptFor } from "../../../apps/dashboard/api/Kept.ts"

describe("page state", () => {
  // Uses an account that no test uses, which discards the state of the last test.
  beforeEach(() => void keptFor("nobody", "anything", () => kept(0)))

  it("survives leaving the page and notifies its subscribers", () => {
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

  it("is separate for each account, and running work ends with the account's state", () => {
    const end = vi.fn()
    keptFor("ann", "answer", () => ({ ...kept("none"), end })).set("of ann")
    expect(keptFor("bob", "answer", () => kept("none")).get()).toBe("none")
    expect(end).toHaveBeenCalledOnce()
    expect(keptFor("ann", "answer", () => kept("none")).get()).toBe("none")
  })

  it("stops running work and keeps its data when the session is over", () => {
    const end = vi.fn()
    keptFor("ann", "answer", () => ({ ...kept("none"), end })).set("paid for")
    endKept()
    expect(end).toHaveBeenCalledOnce()
    expect(keptFor("ann", "answer", () => kept("none")).get()).toBe("paid for")
  })
})
