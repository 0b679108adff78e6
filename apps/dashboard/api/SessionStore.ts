import { useSyncExternalStore } from "react"
import type { MemberId } from "../../../core/kernel/Ids.ts"
import { useMe } from "./Me.ts"

/** State that outlives its page, until the browser reloads or another member signs in. */
export interface SessionStore<State> {
  readonly get: () => State
  readonly set: (next: State | ((was: State) => State)) => void
  readonly subscribe: (listener: () => void) => () => void
  /** Aborts work in progress, for state that has any. */
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

/** Aborts all work in progress after sign-out, so that it does not continue under the next member. */
export const abortSessionStores = (): void => {
  for (const one of stores.values()) one.abort?.()
}

/** Returns the member's state of this name and creates it on first use. A different member discards all earlier state. */
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

/** Returns the signed-in member's state of this name and rerenders the component when it changes. */
export const useSessionStore = <One extends SessionStore<any>>(name: string, make: () => One): One => {
  const one = sessionStoreFor(useMe().member.id, name, make)
  useSyncExternalStore(one.subscribe, one.get, one.get)
  return one
}

/** Like `useState`, but the value outlives the page. Each name must have a single type. */
export const useSessionState = <State>(name: string, first: State) => {
  const one = useSessionStore(name, () => makeSessionStore(first))
  return [one.get(), one.set] as const
}
