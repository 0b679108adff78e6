import { beforeEach, describe, expect, it, vi } from "vitest"
import { abortSessionStores, makeSessionStore, sessionStoreFor } from "../../../apps/dashboard/api/SessionStore.ts"

describe("page state", () => {
  // Uses an account that no test uses, which discards the state of the last test.
  beforeEach(() => void sessionStoreFor("nobody", "anything", () => makeSessionStore(0)))

  it("survives leaving the page and notifies its subscribers", () => {
    const told = vi.fn()
    const first = sessionStoreFor("ann", "answer", () => makeSessionStore("none"))
    const stop = first.subscribe(told)
    first.set("one")
    first.set((was) => `${was} and two`)
    stop()
    first.set("three")
    expect(told).toHaveBeenCalledTimes(2)
    expect(sessionStoreFor("ann", "answer", () => makeSessionStore("none")).get()).toBe("three")
  })

  it("is separate for each account, and running work ends with the account's state", () => {
    const end = vi.fn()
    sessionStoreFor("ann", "answer", () => ({ ...makeSessionStore("none"), end })).set("of ann")
    expect(sessionStoreFor("bob", "answer", () => makeSessionStore("none")).get()).toBe("none")
    expect(end).toHaveBeenCalledOnce()
    expect(sessionStoreFor("ann", "answer", () => makeSessionStore("none")).get()).toBe("none")
  })

  it("stops running work and keeps its data when the session is over", () => {
    const end = vi.fn()
    sessionStoreFor("ann", "answer", () => ({ ...makeSessionStore("none"), end })).set("paid for")
    abortSessionStores()
    expect(end).toHaveBeenCalledOnce()
    expect(sessionStoreFor("ann", "answer", () => makeSessionStore("none")).get()).toBe("paid for")
  })
})
