/** What writes the streams that the filters' tests read: each the plainest encoder of its kind. */

export const encodeHex = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(`${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(" ")}>`)

export const encodeAscii85 = (bytes: Uint8Array): Uint8Array => {
  let text = ""
  for (let at = 0; at < bytes.length; at += 4) {
    const missing = Math.max(0, at + 4 - bytes.length)
    let value = [0, 1, 2, 3].reduce((sum, more) => sum * 256 + (bytes[at + more] ?? 0), 0)
    if (value === 0 && missing === 0) {
      text += "z"
      continue
    }
    const digits: Array<string> = []
    for (let digit = 0; digit < 5; digit++, value = Math.floor(value / 85)) {
      digits.unshift(String.fromCharCode(0x21 + value % 85))
    }
    text += digits.slice(0, 5 - missing).join("")
  }
  return Buffer.from(`${text}~>`)
}

export const encodeRuns = (bytes: Uint8Array): Uint8Array => {
  const out: Array<number> = []
  for (let at = 0; at < bytes.length;) {
    let run = 1
    while (run < 128 && bytes[at + run] === bytes[at]) run++
    if (run > 1) out.push(257 - run, bytes[at]!)
    else out.push(0, bytes[at]!)
    at += run
  }
  return Uint8Array.from([...out, 128])
}

export const encodeLzw = (bytes: Uint8Array, early: boolean): Uint8Array => {
  const out: Array<number> = []
  let [buffer, held, bits] = [0, 0, 9]
  const put = (code: number) => {
    buffer = buffer << bits | code
    held += bits
    for (; held >= 8; held -= 8) out.push(buffer >>> held - 8 & 0xff)
    buffer &= (1 << held) - 1
  }
  let table = new Map<string, number>()
  let next = 258
  put(256)
  let word = ""
  for (const byte of bytes) {
    const longer = `${word},${byte}`
    if (word === "" || table.has(longer)) {
      word = word === "" ? String(byte) : longer
      continue
    }
    put(table.get(word) ?? Number(word))
    table.set(longer, next++)
    const codes = next + (early ? 1 : 0)
    // The reader is one entry behind.
    bits = codes > 2_048 ? 12 : codes > 1_024 ? 11 : codes > 512 ? 10 : 9
    if (next === 4_095) {
      put(256)
      table = new Map()
      next = 258
      bits = 9
    }
    word = String(byte)
  }
  if (word !== "") put(table.get(word) ?? Number(word))
  const codes = next + 1 + (early ? 1 : 0)
  bits = codes > 2_048 ? 12 : codes > 1_024 ? 11 : codes > 512 ? 10 : 9
  put(257)
  if (held > 0) out.push(buffer << 8 - held & 0xff)
  return Uint8Array.from(out)
}

/** Each row with the PNG filter that is chosen for it (PNG, section 9). */
export const encodePng = (
  bytes: Uint8Array,
  row: number,
  pixel: number,
  filters: ReadonlyArray<number>
): Uint8Array => {
  const out: Array<number> = []
  for (let line = 0; line * row < bytes.length; line++) {
    const filter = filters[line % filters.length]!
    out.push(filter)
    for (let at = 0; at < Math.min(row, bytes.length - line * row); at++) {
      const here = line * row + at
      const left = at >= pixel ? bytes[here - pixel]! : 0
      const up = line > 0 ? bytes[here - row]! : 0
      const corner = line > 0 && at >= pixel ? bytes[here - row - pixel]! : 0
      const near = [left, up, corner].toSorted((a, b) =>
        Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b)
      )[0]!
      out.push((bytes[here]! - [0, left, up, left + up >> 1, near][filter]!) & 0xff)
    }
  }
  return Uint8Array.from(out)
}
