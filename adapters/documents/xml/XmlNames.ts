/** Local name of an element or attribute, and its namespace URI, which is empty if there is none. */
export interface XmlName {
  readonly local: string
  readonly uri: string
}

export interface XmlAttribute extends XmlName {
  readonly value: string
}

const xmlUri = "http://www.w3.org/XML/1998/namespace"

/** Namespace prefixes in scope (Namespaces in XML 1.0), with constant-time lookup. */
export class XmlScope {
  /** Number of changes of the prefixes so far. */
  version = 0
  private readonly bound = new Map<string, Array<string>>([["xml", [xmlUri]]])

  /** Binds the prefixes that attributes declare. Returns the prefixes to release when the element closes, or null. */
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

  /** Returns all attributes except namespace declarations. */
  all(names: ReadonlyArray<string>, values: ReadonlyArray<string>): ReadonlyArray<XmlAttribute> {
    return names.flatMap((name, at) => {
      if (name === "xmlns" || name.startsWith("xmlns:")) return []
      const colon = name.indexOf(":")
      const uri = colon < 0 ? "" : this.uriOf(name.slice(0, colon))
      return [{ local: name.slice(colon + 1), uri, value: values[at] ?? "" }]
    })
  }
}

/** Attributes of one element, valid only while its open handler runs. */
export interface XmlAttributes {
  readonly count: number
  /** Returns the value of an attribute without a prefix. */
  get(name: string): string | undefined
  /** Returns the value of the first attribute with this local name, with or without a prefix. */
  any(local: string): string | undefined
  /**
   * Returns the value of the attribute with this local name and a matching namespace. The namespace URI must end with
   * `uriEnd`, for example `/relationships`.
   */
  in(uriEnd: string, local: string): string | undefined
  /** Returns all attributes except namespace declarations. */
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

/** Element name as written, with its cached resolution. */
export interface CachedName {
  readonly raw: string
  readonly codes: ReadonlyArray<number>
  /** `XmlScope.version` for which the resolution is valid. */
  version: number
  name: XmlName
  isWanted: boolean
}

/** Number of cache slots. If two names share a slot, they evict each other, which only costs time. */
const namesMax = 512

/** Cache of element names. A document has few distinct names and repeats each many times. */
export class NameCache {
  private missCount = 0
  private readonly known: Array<CachedName | undefined> = []

  /** Returns the number of cache misses since the last call. */
  takeCreatedCount(): number {
    const { missCount } = this
    this.missCount = 0
    return missCount
  }

  /** Returns the name between two offsets. `hash` is computed from the characters of the name. */
  find(all: Uint16Array, text: string, from: number, to: number, hash: number): CachedName {
    const slot = (hash ^ hash >>> 7 ^ hash >>> 15) & namesMax - 1
    const cached = this.known[slot]
    if (cached !== undefined && cached.codes.length === to - from && matchesAt(cached, all, from)) return cached
    const codes: Array<number> = []
    for (let at = from; at < to; at++) codes.push(all[at]!)
    this.missCount++
    const name = { raw: text.slice(from, to), codes, version: -1, name: noName, isWanted: true }
    this.known[slot] = name
    return name
  }
}

const noName: XmlName = { local: "", uri: "" }

/** Reports whether the name occurs at the offset `from`. */
export const matchesAt = ({ codes }: CachedName, all: Uint16Array, from: number): boolean => {
  for (let at = 0; at < codes.length; at++) if (all[from + at] !== codes[at]) return false
  return true
}
