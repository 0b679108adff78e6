import { useSyncExternalStore } from "react"
import type { MemberId } from "../../../core/kernel/Ids.ts"
import { useMe } from "./Me.ts"

/** State that outlives its page, until the browser reloads or another member signs in. */
export interface Kept<State> {
  readonly get: () => State
  readonly set: (next: State | ((was: State) => State)) => void
  readonly subscribe: (listener: () => void) => () => void
  /** Aborts work in progress, for state that has any. */
  readonly end?: () => void
}

export const kept = <State>(first: State): Kept<State> => {
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

const all = new Map<string, Kept<any>>()
let keptOf = ""

/** Aborts all work in progress after sign-out, so that it does not continue under the next member. */
export const endKept = (): void => {
  for (const one of all.values()) one.end?.()
}

/** Returns the member's state of this name and creates it on first use. A different member discards all earlier state. */
export const keptFor = <One extends Kept<any>>(memberId: MemberId, name: string, make: () => One): One => {
  if (memberId !== keptOf) {
    endKept()
    all.clear()
    keptOf = memberId
  }
  if (!all.has(name)) all.set(name, make())
  return all.get(name) as One
}

/** Returns the signed-in member's state of this name and rerenders the component when it changes. */
export const useKept = <One extends Kept<any>>(name: string, make: () => One): One => {
  const one = keptFor(useMe().member.id, name, make)
  useSyncExternalStore(one.subscribe, one.get, one.get)
  return one
}

/** Like `useState`, but the value outlives the page. Each name must have a single type. */
export const useKeptState = <State>(name: string, first: State) => {
  const one = useKept(name, () => kept(first))
  return [one.get(), one.set] as const
}
