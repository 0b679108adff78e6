import type { XmlName } from "./XmlNames.ts"

/** The name of an element as it is written, and what is known of it. */
export interface WrittenName {
  readonly raw: string
  readonly codes: ReadonlyArray<number>
  /** As of a state of the namespaces (`XmlScope.version`). */
  version: number
  name: XmlName
  isAsked: boolean
}

/** Names that are kept, each at its place: what is kept in the place of another costs that one time, no more. */
const namesMax = 512

/** Names of elements, of which a document has few, each many times. */
export class WrittenNames {
  private made = 0
  private readonly known: Array<WrittenName | undefined> = []

  /** How many were not kept since. */
  takeMade(): number {
    const { made } = this
    this.made = 0
    return made
  }

  /** The name that stands there. `hash`: a number made of its characters. */
  find(all: Uint16Array, text: string, from: number, to: number, hash: number): WrittenName {
    const slot = (hash ^ hash >>> 7 ^ hash >>> 15) & namesMax - 1
    const known = this.known[slot]
    if (known !== undefined && known.codes.length === to - from && isWritten(known, all, from)) return known
    const codes: Array<number> = []
    for (let at = from; at < to; at++) codes.push(all[at]!)
    this.made++
    const name = { raw: text.slice(from, to), codes, version: -1, name: noName, isAsked: true }
    this.known[slot] = name
    return name
  }
}

const noName: XmlName = { local: "", uri: "" }

/** Whether the name stands there. */
export const isWritten = ({ codes }: WrittenName, all: Uint16Array, from: number): boolean => {
  for (let at = 0; at < codes.length; at++) if (all[from + at] !== codes[at]) return false
  return true
}
