import { Cursor, decodeUtf16, textBeforeNul } from "../compound/Cursor.ts"
import { namedBytesMax, type OutlookProperties, type PropertyId } from "../mail/OutlookProperties.ts"
import type { Budget } from "../reading/Budget.ts"

/** Types of property values (MS-OXCDATA 2.11.1). */
const types = { string: 0x1e, unicode: 0x1f, object: 0x0d, binary: 0x102 } as const

/** Sizes in bytes of the values of types with a fixed size, padded to four bytes. */
const fixedBytes: ReadonlyMap<number, number> = new Map([
  [0x02, 4],
  [0x03, 4],
  [0x04, 4],
  [0x05, 8],
  [0x06, 8],
  [0x07, 8],
  [0x0a, 4],
  [0x0b, 4],
  [0x14, 8],
  [0x40, 8],
  [0x48, 16]
])

/** Flag of types with several values. */
const multipleFlag = 0x1000
/** First ID of the properties that have a name. */
const namedMin = 0x8000
/** Size of the interface ID before the data of an object. */
const interfaceBytes = 16

interface PropertyValue {
  readonly id: number
  readonly type: number
  readonly data: Uint8Array
}

/** Properties of a message or attachment in a TNEF stream. */
export class TnefProperties implements OutlookProperties {
  private readonly values: Array<PropertyValue> = []
  private readonly decoder: TextDecoder

  /** @param decoder decoder of strings that are not in Unicode */
  constructor(decoder: TextDecoder) {
    this.decoder = decoder
  }

  /** Adds a string that is stored as an attribute instead of a property. */
  addText(id: PropertyId, data: Uint8Array): void {
    this.values.push({ id: Number.parseInt(id, 16), type: types.string, data })
  }

  /** Adds a list of properties (MS-OXTNEF 2.1.3.4). Returns false if its end could not be read. */
  addList(list: Uint8Array, budget: Budget): boolean {
    const cursor = new Cursor(list)
    for (let left = cursor.u32(); left > 0; left--) {
      const [type, id] = [cursor.u16(), cursor.u16()]
      if (id >= namedMin) skipName(cursor)
      if (cursor.isOver || !this.addValues(cursor, type, id, budget)) return false
    }
    return !cursor.isOver
  }

  texts(id: PropertyId): ReadonlyArray<string> {
    const number = Number.parseInt(id, 16)
    const texts = this.values.flatMap((value) => value.id === number ? this.textOf(value) : [])
    return [...new Set(texts)].filter((text) => text !== "")
  }

  binaries(id: PropertyId): ReadonlyArray<Uint8Array> {
    const number = Number.parseInt(id, 16)
    return this.values.flatMap(({ data, id: one, type }) => {
      if (one !== number || type !== types.binary && type !== types.object) return []
      return [type === types.object ? data.subarray(interfaceBytes) : data]
    })
  }

  namedTexts(): ReadonlyArray<string> {
    return this.values.flatMap((value) =>
      value.id < namedMin ? [] : this.textOf({ ...value, data: value.data.subarray(0, namedBytesMax) })
    )
  }

  /** Adds the values of a property. Returns false if they could not be read. */
  private addValues(cursor: Cursor, type: number, id: number, budget: Budget): boolean {
    const single = type & ~multipleFlag
    const size = fixedBytes.get(single)
    const isMultiple = single !== type
    if (size !== undefined) {
      cursor.skip((isMultiple ? cursor.u32() : 1) * size)
      return !cursor.isOver
    }
    if (!values.has(single)) return false
    for (let left = cursor.u32(); left > 0; left--) {
      const length = cursor.u32()
      const data = cursor.readBytes(length)
      if (!budget.takeValue()) return false
      this.values.push({ id, type: single, data })
      if (cursor.isOver) return false
      cursor.skip(paddingOf(length))
    }
    return true
  }

  private textOf({ data, type }: PropertyValue): ReadonlyArray<string> {
    if (type !== types.string && type !== types.unicode) return []
    return [textBeforeNul(type === types.unicode ? decodeUtf16(data) : this.decoder.decode(data))]
  }
}

const values: ReadonlySet<number> = new Set(Object.values(types))

/** Skips the name of a property: its set, and a number or a string. */
const skipName = (cursor: Cursor): void => {
  cursor.skip(interfaceBytes)
  const isString = cursor.u32() === 1
  const number = cursor.u32()
  if (isString) cursor.skip(number + paddingOf(number))
}

/** Returns the bytes that pad a value to a multiple of four bytes. */
const paddingOf = (bytes: number): number => (4 - bytes % 4) % 4
