import { useSyncExternalStore } from "react"
import type { MemberId } from "../../../core/kernel/Ids.ts"
import { useMe } from "./Me.ts"

/** A state that outlives the page that shows it, until the browser loads another or somebody else signs in. */
export interface Kept<State> {
  readonly get: () => State
  readonly set: (next: State | ((was: State) => State)) => void
  readonly subscribe: (listener: () => void) => () => void
  /** Ends what is under way, where something can be. */
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

/** Ends what is under way: nobody is signed in any more, and whoever is next does not go on with it. */
export const endKept = (): void => {
  for (const one of all.values()) one.end?.()
}

/** What is kept for a member under a name, made at first; of another member nothing is left. */
export const keptFor = <One extends Kept<any>>(memberId: MemberId, name: string, make: () => One): One => {
  if (memberId !== keptOf) {
    endKept()
    all.clear()
    keptOf = memberId
  }
  if (!all.has(name)) all.set(name, make())
  return all.get(name) as One
}

/** The same for who is signed in, and the component follows it. */
export const useKept = <One extends Kept<any>>(name: string, make: () => One): One => {
  const one = keptFor(useMe().member.id, name, make)
  useSyncExternalStore(one.subscribe, one.get, one.get)
  return one
}

/** As `useState`, with a name for what is kept; a name is for one state of one kind. */
export const useKeptState = <State>(name: string, first: State) => {
  const one = useKept(name, () => kept(first))
  return [one.get(), one.set] as const
}
