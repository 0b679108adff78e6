import type { XmlAttribute, XmlAttributes, XmlScope } from "./XmlNames.ts"

/** Maximum attributes of an element in plain XML. An element with more requires the full parser. */
export const plainAttributesMax = 32

/** Attributes of one element at a time, stored as offsets into the text, because most attributes are never read. */
export class PlainAttributes implements XmlAttributes {
  count = 0
  /** Whether an attribute may declare a namespace. */
  hasNamespaces = false
  private text = ""
  /** For each attribute: start and end of its name, start and end of its value, and a hash of its name. */
  private readonly offsets = new Int32Array(5 * plainAttributesMax)
  /** Values that differ from their source text, by the index of the attribute. */
  private readonly resolved = new Map<number, string>()
  private readonly scope: XmlScope

  constructor(scope: XmlScope) {
    this.scope = scope
  }

  begin(text: string): void {
    this.text = text
    this.count = 0
    this.hasNamespaces = false
    if (this.resolved.size > 0) this.resolved.clear()
  }

  /** Adds an attribute. Returns false if there are too many attributes, or if two names may be equal. */
  add(hash: number, nameFrom: number, nameTo: number, valueFrom: number, valueTo: number): boolean {
    const { count, offsets } = this
    if (count === plainAttributesMax) return false
    const from = 5 * count
    for (let at = 4; at < from; at += 5) if (offsets[at] === hash) return false
    offsets[from] = nameFrom
    offsets[from + 1] = nameTo
    offsets[from + 2] = valueFrom
    offsets[from + 3] = valueTo
    offsets[from + 4] = hash
    if (this.text.charCodeAt(nameFrom) === 0x78 && this.text.startsWith("xmlns", nameFrom)) this.hasNamespaces = true
    this.count = count + 1
    return true
  }

  /** Replaces the value of the last attribute. */
  resolve(value: string): void {
    this.resolved.set(this.count - 1, value)
  }

  get names(): ReadonlyArray<string> {
    const names: Array<string> = []
    for (let at = 0; at < this.count; at++) names.push(this.nameOf(at))
    return names
  }

  get values(): ReadonlyArray<string> {
    const values: Array<string> = []
    for (let at = 0; at < this.count; at++) values.push(this.valueOf(at))
    return values
  }

  get(name: string): string | undefined {
    const { offsets, text } = this
    for (let at = 0; at < this.count; at++) {
      const from = offsets[5 * at]!
      if (offsets[5 * at + 1]! - from === name.length && text.startsWith(name, from)) return this.valueOf(at)
    }
    return undefined
  }

  any(local: string): string | undefined {
    for (let at = 0; at < this.count; at++) if (this.isLocal(at, local, true)) return this.valueOf(at)
    return undefined
  }

  in(uriEnd: string, local: string): string | undefined {
    for (let at = 0; at < this.count; at++) {
      if (!this.isLocal(at, local, false)) continue
      const name = this.nameOf(at)
      if (this.scope.uriOf(name.slice(0, name.indexOf(":"))).endsWith(uriEnd)) return this.valueOf(at)
    }
    return undefined
  }

  all(): ReadonlyArray<XmlAttribute> {
    return this.scope.all(this.names, this.values)
  }

  private isLocal(at: number, local: string, mayStandAlone: boolean): boolean {
    const from = this.offsets[5 * at]!
    const start = this.offsets[5 * at + 1]! - local.length
    if (start < from || !this.text.startsWith(local, start)) return false
    return start === from ? mayStandAlone : this.text[start - 1] === ":"
  }

  private nameOf(at: number): string {
    return this.text.slice(this.offsets[5 * at], this.offsets[5 * at + 1])
  }

  private valueOf(at: number): string {
    return this.resolved.get(at) ?? this.text.slice(this.offsets[5 * at + 2], this.offsets[5 * at + 3])
  }
}
