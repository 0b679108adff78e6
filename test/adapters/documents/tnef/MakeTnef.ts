const u16 = (value: number): Buffer => Buffer.from(Uint16Array.of(value).buffer)
const u32 = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer)
const bytesOf = (data: Uint8Array | string): Buffer =>
  typeof data === "string" ? Buffer.from(data, "latin1") : Buffer.from(data)

/** Writes an attribute of a message (`level` 1) or of an attachment (`level` 2). */
export const attribute = (level: number, id: number, data: Uint8Array | string, checksum?: number): Buffer => {
  const bytes = bytesOf(data)
  const sum = bytes.reduce((total, byte) => total + byte & 0xffff, 0)
  return Buffer.concat([Buffer.from([level]), u32(id), u32(bytes.length), bytes, u16(checksum ?? sum)])
}

const padded = (data: Buffer): Buffer => Buffer.concat([data, Buffer.alloc((4 - data.length % 4) % 4)])
const sized = (data: Buffer): Buffer => Buffer.concat([u32(data.length), padded(data)])

/** Writes a property with one value. Strings are in Unicode (`1F`), other values binary. */
export const property = (
  id: number,
  value: Uint8Array | string,
  type = typeof value === "string" ? 0x1f : 0x102
): Buffer => {
  const data = typeof value === "string" && type === 0x1f ? Buffer.from(`${value}\0`, "utf16le") : bytesOf(value)
  return Buffer.concat([u16(type), u16(id), u32(1), sized(data)])
}

/** Writes a property with a number as its name. */
export const namedProperty = (id: number, value: string, type = 0x1f): Buffer => {
  const plain = property(id, value, type)
  const name = Buffer.concat([Buffer.alloc(16, 7), u32(0), u32(0x851f)])
  return Buffer.concat([plain.subarray(0, 4), name, plain.subarray(4)])
}

/** Writes a property with a string as its name. */
export const stringNamedProperty = (id: number, name: string, value: string): Buffer => {
  const plain = property(id, value)
  const text = Buffer.concat([Buffer.alloc(16, 7), u32(1), sized(Buffer.from(`${name}\0`, "utf16le"))])
  return Buffer.concat([plain.subarray(0, 4), text, plain.subarray(4)])
}

/** Writes a property with a value of four bytes. */
export const numberProperty = (id: number, value: number): Buffer => Buffer.concat([u16(3), u16(id), u32(value)])

export const propertyList = (...properties: ReadonlyArray<Uint8Array>): Buffer =>
  Buffer.concat([u32(properties.length), ...properties])

export const messageProperties = (...properties: ReadonlyArray<Uint8Array>): Buffer =>
  attribute(1, 0x00069003, propertyList(...properties))

/** Writes the attributes of an attachment, with further properties. */
export const tnefAttachment = (
  name: string,
  content: Uint8Array | string,
  ...properties: ReadonlyArray<Uint8Array>
): Buffer =>
  Buffer.concat([
    attribute(2, 0x00069002, Buffer.alloc(14, 1)),
    attribute(2, 0x00018010, `${name.slice(0, 8)}\0`),
    attribute(2, 0x0006800f, content),
    attribute(2, 0x00069005, propertyList(numberProperty(0x3705, 1), property(0x3707, name), ...properties))
  ])

/** Writes the data of an attached object: the ID of its interface, and its bytes. */
export const attachedObject = (bytes: Uint8Array): Buffer =>
  property(0x3701, Buffer.concat([Buffer.alloc(16, 3), bytes]), 0x0d)

/** Builds a TNEF stream. */
export const makeTnef = (...attributes: ReadonlyArray<Uint8Array>): Uint8Array =>
  Buffer.concat([
    u32(0x223e9f78),
    u16(1),
    attribute(1, 0x00089006, u32(0x10000)),
    attribute(1, 0x00069007, Buffer.concat([u32(1252), u32(0)])),
    ...attributes
  ])
