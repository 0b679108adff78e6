import { useSyncExternalStore } from "react"
import type { MemberId } from "../../../core/kernel/Ids.ts"
import { useMe } from "./Me.ts"

/** State that is kept when its page unmounts, until the browser reloads or another member signs in. */
export interface SessionStore<State> {
  readonly get: () => State
  readonly set: (next: State | ((was: State) => State)) => void
  readonly subscribe: (listener: () => void) => () => void
  /** Aborts work in progress. Absent for state without such work. */
  readonly abort?: () => void
}

export const makeSessionStore = <State>(first: State): SessionStore<State> => {
  let state = first
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (next) => {
      state = typeof next === "function" ? (next as (was: State) => State)(state) : next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}

const stores = new Map<string, SessionStore<any>>()
let storesMemberId = ""

/** Aborts all work in progress. It must not continue after sign-out or under another member. */
export const abortSessionStores = (): void => {
  for (const one of stores.values()) one.abort?.()
}

/**
 * Returns the member's state with this name, and creates it on first use. If the member has changed, all earlier state
 * is discarded.
 */
export const sessionStoreFor = <One extends SessionStore<any>>(
  memberId: MemberId,
  name: string,
  make: () => One
): One => {
  if (memberId !== storesMemberId) {
    abortSessionStores()
    stores.clear()
    storesMemberId = memberId
  }
  if (!stores.has(name)) stores.set(name, make())
  return stores.get(name) as One
}

/** Returns the signed-in member's state with this name. Rerenders the component when the state changes. */
export const useSessionStore = <One extends SessionStore<any>>(name: string, make: () => One): One => {
  const one = sessionStoreFor(useMe().member.id, name, make)
  useSyncExternalStore(one.subscribe, one.get, one.get)
  return one
}

/** Works like `useState`, but keeps the value when the page unmounts. All uses of a name must have the same type. */
export const useSessionState = <State>(name: string, first: State) => {
  const one = useSessionStore(name, () => makeSessionStore(first))
  return [one.get(), one.set] as const
}
