/** An element's name with the namespace that its prefix stands for; empty where there is none. */
export interface XmlName {
  readonly local: string
  readonly uri: string
}

export interface XmlAttribute extends XmlName {
  readonly value: string
}

const xmlUri = "http://www.w3.org/XML/1998/namespace"

/** Prefixes and what they stand for at a place in a document (Namespaces in XML 1.0), found at once however many there are. */
export class XmlScope {
  /** Counts the changes. */
  version = 0
  private readonly bound = new Map<string, Array<string>>([["xml", [xmlUri]]])

  /** Binds what these attributes declare; returns the prefixes to let go of when the element closes. */
  enter(names: ReadonlyArray<string>, values: ReadonlyArray<string>): ReadonlyArray<string> | null {
    let prefixes: Array<string> | null = null
    for (let at = 0; at < names.length; at++) {
      const name = names[at]!
      if (!name.startsWith("xmlns")) continue
      if (name.length > 5 && name[5] !== ":") continue
      const prefix = name.slice(6)
      const uris = this.bound.get(prefix)
      if (uris === undefined) this.bound.set(prefix, [values[at] ?? ""])
      else uris.push(values[at] ?? "")
      prefixes ??= []
      prefixes.push(prefix)
    }
    if (prefixes !== null) this.version++
    return prefixes
  }

  leave(prefixes: ReadonlyArray<string>): void {
    this.version++
    for (const prefix of prefixes) this.bound.get(prefix)?.pop()
  }

  uriOf(prefix: string): string {
    return this.bound.get(prefix)?.at(-1) ?? ""
  }

  nameOf(name: string): XmlName {
    const colon = name.indexOf(":")
    return colon < 0
      ? { local: name, uri: this.uriOf("") }
      : { local: name.slice(colon + 1), uri: this.uriOf(name.slice(0, colon)) }
  }

  /** All attributes but the declarations of namespaces. */
  all(names: ReadonlyArray<string>, values: ReadonlyArray<string>): ReadonlyArray<XmlAttribute> {
    return names.flatMap((name, at) => {
      if (name === "xmlns" || name.startsWith("xmlns:")) return []
      const colon = name.indexOf(":")
      const uri = colon < 0 ? "" : this.uriOf(name.slice(0, colon))
      return [{ local: name.slice(colon + 1), uri, value: values[at] ?? "" }]
    })
  }
}

/** Attributes of one element, to be looked at while it is opened: not later. */
export interface XmlAttributes {
  readonly count: number
  /** Of an attribute without a prefix. */
  get(name: string): string | undefined
  /** Of the first attribute of this local name, with or without a prefix. */
  any(local: string): string | undefined
  /** Of the attribute of this local name whose namespace ends so, for instance `/relationships`. */
  in(uriEnd: string, local: string): string | undefined
  /** All but the declarations of namespaces. */
  all(): ReadonlyArray<XmlAttribute>
}

export class ListedAttributes implements XmlAttributes {
  readonly count: number
  private readonly names: ReadonlyArray<string>
  private readonly values: ReadonlyArray<string>
  private readonly scope: XmlScope

  constructor(names: ReadonlyArray<string>, values: ReadonlyArray<string>, scope: XmlScope) {
    this.count = names.length
    this.names = names
    this.values = values
    this.scope = scope
  }

  get(name: string): string | undefined {
    const at = this.names.indexOf(name)
    return at < 0 ? undefined : this.values[at]
  }

  any(local: string): string | undefined {
    const at = this.names.findIndex((name) => name === local || name.endsWith(`:${local}`))
    return at < 0 ? undefined : this.values[at]
  }

  in(uriEnd: string, local: string): string | undefined {
    const at = this.names.findIndex((name) =>
      name.endsWith(`:${local}`) && this.scope.uriOf(name.slice(0, name.indexOf(":"))).endsWith(uriEnd)
    )
    return at < 0 ? undefined : this.values[at]
  }

  all(): ReadonlyArray<XmlAttribute> {
    return this.scope.all(this.names, this.values)
  }
}

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
