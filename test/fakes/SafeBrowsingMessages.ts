/** Encodes the protobuf messages of the Safe Browsing API v5, as the vendor does. */
import type { SafeBrowsingRice } from "../../adapters/webrisk/rice/RiceSafeBrowsing.ts"
import { concat } from "../support/Bytes.ts"

export interface SentFullHash {
  readonly digest: Uint8Array
  /** Threat types and attributes, by the numbers of the enums `ThreatType` and `ThreatAttribute`. */
  readonly details: ReadonlyArray<{ readonly type: number; readonly attributes?: ReadonlyArray<number> }>
}

export interface SentHashList {
  readonly name: string
  readonly version?: Uint8Array
  readonly isPartial?: boolean
  /** Added prefixes of 4, 8, 16 or 32 bytes. The length of `first` decides the field. */
  readonly additions?: SafeBrowsingRice | null
  readonly removals?: SafeBrowsingRice | null
  readonly waitSeconds?: number
  readonly checksum?: Uint8Array
}

/** Encodes a `SearchHashesResponse`. If `cacheSeconds` is null, omits the cache duration. */
export const encodeSearchHashes = (
  fullHashes: ReadonlyArray<SentFullHash>,
  cacheSeconds: number | null
): Uint8Array<ArrayBuffer> =>
  concat([
    ...fullHashes.map(({ details, digest }) =>
      bytesField(1, concat([bytesField(1, digest), ...details.map((detail) => bytesField(2, encodeDetail(detail)))]))
    ),
    cacheSeconds === null ? nothing : bytesField(2, encodeDuration(cacheSeconds))
  ])

/** Encodes a `BatchGetHashListsResponse`. */
export const encodeHashLists = (lists: ReadonlyArray<SentHashList>): Uint8Array<ArrayBuffer> =>
  concat(lists.map((list) => bytesField(1, encodeHashList(list))))

export const encodeHashList = (list: SentHashList): Uint8Array<ArrayBuffer> =>
  concat([
    bytesField(1, new TextEncoder().encode(list.name)),
    list.version === undefined ? nothing : bytesField(2, list.version),
    list.isPartial === true ? numberField(3, 1) : nothing,
    list.additions?.first.length === 4 ? bytesField(4, encodeRice(list.additions)) : nothing,
    list.removals == null ? nothing : bytesField(5, encodeRice(list.removals)),
    list.waitSeconds === undefined ? nothing : bytesField(6, encodeDuration(list.waitSeconds)),
    list.checksum === undefined ? nothing : bytesField(7, list.checksum),
    list.additions == null || list.additions.first.length === 4
      ? nothing
      : bytesField(wideFields[list.additions.first.length]!, encodeRice(list.additions))
  ])

const wideFields: Readonly<Record<number, number>> = { 8: 9, 16: 10, 32: 11 }

const encodeDetail = ({ attributes, type }: SentFullHash["details"][number]): Uint8Array =>
  concat([
    numberField(1, type),
    attributes === undefined || attributes.length === 0 ? nothing : bytesField(2, concat(attributes.map(varint)))
  ])

/** Encodes a Rice message. The first 8 bytes of `first` are a varint field, and the rest are `fixed64` fields. */
const encodeRice = ({ encodedData, entriesCount, first, riceParameter }: SafeBrowsingRice): Uint8Array => {
  const view = new DataView(first.buffer, first.byteOffset, first.byteLength)
  const parts = Math.max(1, first.length / 8)
  const further = Array.from({ length: parts - 1 }, (_, at) => fixed64Field(at + 2, view.getBigUint64((at + 1) * 8)))
  return concat([
    numberField(1, first.length === 4 ? view.getUint32(0) : view.getBigUint64(0)),
    ...further,
    numberField(parts + 1, riceParameter),
    numberField(parts + 2, entriesCount),
    bytesField(parts + 3, encodedData)
  ])
}

const encodeDuration = (seconds: number): Uint8Array =>
  concat([numberField(1, Math.floor(seconds)), numberField(2, Math.round((seconds % 1) * 1e9))])

const nothing = new Uint8Array(0)

/** Encodes a varint field. Omits a field with the value zero. */
export const numberField = (field: number, value: number | bigint): Uint8Array =>
  BigInt(value) === 0n ? nothing : concat([varint(field << 3), varint(value)])

export const bytesField = (field: number, value: Uint8Array): Uint8Array =>
  concat([varint((field << 3) | 2), varint(value.length), value])

const fixed64Field = (field: number, value: bigint): Uint8Array => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return concat([varint((field << 3) | 1), bytes])
}

const varint = (value: number | bigint): Uint8Array => {
  const bytes: Array<number> = []
  let rest = BigInt.asUintN(64, BigInt(value))
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  return Uint8Array.from(bytes)
}
