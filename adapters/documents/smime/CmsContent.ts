import { decodeBase64 } from "../reading/Base64.ts"
import type { Budget } from "../reading/Budget.ts"
import { inflate } from "../reading/Inflate.ts"
import { type BerElement, BerReader, tags } from "./Ber.ts"

/** Maximum nesting of CMS structures without a message between them. */
export const cmsNestedMax = 8

/**
 * Content of a CMS structure. `content`: signed or compressed data. `none`: certificates, a detached signature or a time
 * stamp.
 */
export type CmsContent =
  | { readonly kind: "content"; readonly bytes: Uint8Array }
  | { readonly kind: "none" }
  | { readonly kind: "encrypted" }
  | { readonly kind: "unread"; readonly detail: string }

export interface CmsReading {
  readonly content: CmsContent
  /** Whether the structure or its content is truncated or damaged. */
  readonly isIncomplete: boolean
}

/** Names of the types of content that are read, by object identifier (RFC 5652, RFC 3274, RFC 5083, RFC 3161). */
const types: ReadonlyMap<string, "data" | "envelope" | "compressed" | "encrypted" | "inert"> = new Map([
  ["1.2.840.113549.1.7.1", "data"],
  ["1.2.840.113549.1.7.2", "envelope"],
  ["1.2.840.113549.1.7.3", "encrypted"],
  ["1.2.840.113549.1.7.4", "encrypted"],
  ["1.2.840.113549.1.7.5", "envelope"],
  ["1.2.840.113549.1.7.6", "encrypted"],
  ["1.2.840.113549.1.9.16.1.4", "inert"],
  ["1.2.840.113549.1.9.16.1.9", "compressed"],
  ["1.2.840.113549.1.9.16.1.23", "encrypted"]
])

/** Opens a CMS structure (RFC 5652), in BER or in Base64, and the structures within it. */
export const openCms = (bytes: Uint8Array, budget: Budget): CmsReading => {
  const opener = new CmsOpener(budget)
  const ber = bytes[0] === 0x30 ? bytes : decodeBase64(latin1.decode(bytes).replaceAll(pemLine, "")).bytes
  const content = opener.open(ber)
  return { content, isIncomplete: opener.isIncomplete || !isOneElement(ber, budget) }
}

/** Reports whether bytes are one whole element. Zeros and line ends can follow, but not another file. */
const isOneElement = (bytes: Uint8Array, budget: Budget): boolean => {
  const reader = new BerReader(bytes, budget)
  const element = reader.next({ end: bytes.length })
  if (element !== null) reader.skip(element)
  const rest = bytes.subarray(reader.at)
  return !reader.isDamaged && rest.every((byte) => byte === 0 || byte === 10 || byte === 13)
}

const latin1 = new TextDecoder("latin1")
const pemLine = /-----[A-Z0-9 #]{1,60}-----/g
const damaged: CmsContent = { kind: "unread", detail: "a signed or encrypted message that is damaged" }

class CmsOpener {
  isIncomplete = false
  private readonly budget: Budget

  constructor(budget: Budget) {
    this.budget = budget
  }

  /** Opens a `ContentInfo` (RFC 5652, 3). */
  open(bytes: Uint8Array): CmsContent {
    const reader = new BerReader(bytes, this.budget)
    const info = enter(reader, { end: bytes.length }, tags.sequence)
    const type = info === null ? null : readObjectId(reader, info)
    const wrapper = info === null || type === null ? null : enter(reader, info, tags.explicit)
    const content = wrapper === null || type === null ? damaged : this.openType(type, reader, wrapper, 0)
    this.isIncomplete ||= reader.isDamaged || reader.isTruncated
    return content
  }

  /** @param parent element that contains the structure of the type */
  private openType(type: string, reader: BerReader, parent: Pick<BerElement, "end">, depth: number): CmsContent {
    const kind = types.get(type)
    if (depth > cmsNestedMax) return { kind: "unread", detail: "a message in too many signatures" }
    if (kind === "encrypted") return { kind: "encrypted" }
    if (kind === "inert") return { kind: "none" }
    if (kind === undefined) return { kind: "unread", detail: `signed data of the type ${type}` }
    if (kind === "data") {
      const octets = reader.next(parent)
      return octets?.tag === tags.octets ? { kind: "content", bytes: reader.octets(octets) } : damaged
    }
    const structure = enter(reader, parent, tags.sequence)
    // The version and the algorithms precede the content in all of these types.
    for (let left = structure === null ? 0 : 2; left > 0; left--) {
      const other = reader.next(structure!)
      if (other !== null) reader.skip(other)
    }
    const encapsulated = structure === null ? null : enter(reader, structure, tags.sequence)
    const inner = encapsulated === null ? null : readObjectId(reader, encapsulated)
    if (encapsulated === null || inner === null) return damaged
    const wrapper = reader.next(encapsulated)
    if (wrapper === null) return reader.isDamaged ? damaged : { kind: "none" }
    const octets = reader.next(wrapper)
    if (octets?.tag !== tags.octets) return { kind: "unread", detail: `signed data of the type ${inner}` }
    const stored = reader.octets(octets)
    const bytes = kind === "compressed" ? this.inflate(stored) : stored
    if (types.get(inner) === "data") return { kind: "content", bytes }
    const nested = new BerReader(bytes, this.budget)
    const content = this.openType(inner, nested, { end: bytes.length }, depth + 1)
    this.isIncomplete ||= nested.isDamaged || nested.isTruncated
    return content
  }

  /** Inflates compressed data (RFC 3274), whose only algorithm is zlib. */
  private inflate(stored: Uint8Array): Uint8Array {
    const { budget } = this
    const { bytes, isCutOff, isWhole } = inflate(stored, budget.inflatable, () => budget.takeRecovery())
    budget.spendInflated(stored.length, bytes.length, isCutOff)
    this.isIncomplete ||= !isWhole
    return bytes
  }
}

/** Returns the next element if it is constructed and has the tag; else null. */
const enter = (reader: BerReader, parent: Pick<BerElement, "end">, tag: number): BerElement | null => {
  const element = reader.next(parent)
  return element?.tag === tag && element.isConstructed ? element : null
}

/** Maximum bytes of an object identifier. Those of content types are far shorter. */
const objectIdBytesMax = 64

/** Returns an object identifier with dots (X.690, 8.19); null if the next element is none. */
const readObjectId = (reader: BerReader, parent: Pick<BerElement, "end">): string | null => {
  const element = reader.next(parent)
  if (element?.tag !== tags.objectId || element.isConstructed) return null
  const bytes = reader.content(element)
  if (bytes.length > objectIdBytesMax) return null
  const numbers: Array<number> = []
  let number = 0
  for (const byte of bytes) {
    number = number * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      numbers.push(number)
      number = 0
    }
  }
  const [first = 0, ...rest] = numbers
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - 40 * root, ...rest].join(".")
}
