import { beforeEach, describe, expect, it, vi } from "vitest"
import { abortSessionStores, makeSessionStore, sessionStoreFor } from "../../../apps/dashboard/api/SessionStore.ts"

describe("page state", () => {
  // Switches to another member, which discards the state of the previous test.
  beforeEach(() => void sessionStoreFor("nobody", "anything", () => makeSessionStore(0)))

  it("survives leaving the page and notifies its subscribers", () => {
    const listener = vi.fn()
    const first = sessionStoreFor("ann", "answer", () => makeSessionStore("none"))
    const stop = first.subscribe(listener)
    first.set("one")
    first.set((was) => `${was} and two`)
    stop()
    first.set("three")
    expect(listener).toHaveBeenCalledTimes(2)
    expect(sessionStoreFor("ann", "answer", () => makeSessionStore("none")).get()).toBe("three")
  })

  it("is separate for each account, and running work ends with the account's state", () => {
    const abort = vi.fn()
    sessionStoreFor("ann", "answer", () => ({ ...makeSessionStore("none"), abort })).set("of ann")
    expect(sessionStoreFor("bob", "answer", () => makeSessionStore("none")).get()).toBe("none")
    expect(abort).toHaveBeenCalledOnce()
    expect(sessionStoreFor("ann", "answer", () => makeSessionStore("none")).get()).toBe("none")
  })

  it("stops running work and keeps its data when the session is over", () => {
    const abort = vi.fn()
    sessionStoreFor("ann", "answer", () => ({ ...makeSessionStore("none"), abort })).set("paid for")
    abortSessionStores()
    expect(abort).toHaveBeenCalledOnce()
    expect(sessionStoreFor("ann", "answer", () => makeSessionStore("none")).get()).toBe("paid for")
  })
})
