import { isBroughtAbout, isOfMaking } from "./VbaEvents.ts"

/** Of a procedure, what its code leads to. */
export interface Reaching {
  readonly name: string
  readonly module: string
  /** Words of its body, in lower case. */
  readonly words: ReadonlySet<string>
  /** It has a procedure called by a name that nobody can know before. */
  readonly callsUnknown: boolean
}

/**
 * The procedures that run when those of `starts` run: what they call, and so on; the events of what they show or make; all
 * there are, where one is called by a name that cannot be known.
 */
export const reachedFrom = <P extends Reaching>(starts: ReadonlyArray<P>, all: ReadonlyArray<P>): ReadonlySet<P> => {
  const reached = new Set<P>(starts)
  if (starts.length === 0) return reached
  const byWord = wordsOf(all)
  for (const one of all) if (isBroughtAbout(one.name)) reached.add(one)
  for (const one of reached) {
    if (one.callsUnknown) return new Set(all)
    for (const word of one.words) {
      for (const called of byWord.get(word) ?? []) reached.add(called)
      byWord.delete(word)
    }
  }
  return reached
}

/** By which words each procedure may be meant: its name; its module, if that is a form or class; its control. */
const wordsOf = <P extends Reaching>(all: ReadonlyArray<P>): Map<string, ReadonlyArray<P>> => {
  const byWord = new Map<string, Array<P>>()
  const add = (word: string, one: P): void => {
    const known = byWord.get(word)
    if (known === undefined) byWord.set(word, [one])
    else known.push(one)
  }
  for (const one of all) {
    const name = one.name.toLowerCase()
    add(name, one)
    if (isOfMaking(name)) add(one.module.toLowerCase(), one)
    const event = /^(.+)_(?:change|initialize|timer|statuschange|readystatechange)$/.exec(name)
    if (event !== null) add(event[1]!, one)
  }
  return byWord
}
