import { foldedCharsMax, isFullyKnown, ownValue, unknownPart, type VbaValue } from "./VbaValue.ts"

export const listItemsMax = 4_096

/**
 * Returns the result of a VBA function for these arguments (MS-VBAL 6.1.2). Undefined if the function is not
 * supported; null if its result is unknown.
 */
export const applyFunction = (name: string, values: ReadonlyArray<VbaValue>): VbaValue | undefined => {
  const apply = ownValue(functions, name)
  if (apply === undefined) return undefined
  const result = apply(values)
  if (typeof result === "number" && !Number.isFinite(result)) return null
  return typeof result === "string" && result.length > foldedCharsMax ? null : result
}

/** VBA constants that occur in string expressions (MS-VBAL 6.1.1), and the file modes of a FileSystemObject. */
export const knownConstants: Readonly<Record<string, string | number>> = {
  forreading: 1,
  forwriting: 2,
  forappending: 8,
  vbcr: "\r",
  vblf: "\n",
  vbcrlf: "\r\n",
  vbnewline: "\r\n",
  vbnullstring: "",
  vbtab: "\t",
  empty: ""
}

type Fold = (values: ReadonlyArray<VbaValue>) => VbaValue

const numberOf = (value: VbaValue | undefined): number | null => {
  if (typeof value === "number") return value
  if (typeof value !== "string" || value.length > numeralCharsMax) return null
  const [, hex] = /^\s*&h([\da-f]+)&?\s*$/i.exec(value) ?? []
  const number = hex === undefined ? Number.parseFloat(value) : Number.parseInt(hex, 16)
  return Number.isNaN(number) ? null : number
}

const textOf = (value: VbaValue | undefined): string | null =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : null

/** Maximum characters of a string that is parsed as a number. */
const numeralCharsMax = 64

const ofNumber = (apply: (number: number) => VbaValue): Fold => ([value]) => {
  const number = numberOf(value)
  return number === null ? null : apply(number)
}

const ofText =
  (apply: (text: string, ...more: ReadonlyArray<number | null>) => VbaValue): Fold => ([value, ...more]) => {
    const text = textOf(value)
    return text === null ? null : apply(text, ...more.map(numberOf))
  }

/** Reverses the UTF-16 code units of a string, as VBA does. */
export const reverseText = (text: string): string => {
  let back = ""
  for (let at = text.length - 1; at >= 0; at--) back += text[at]
  return back
}

const chr = ofNumber((code) => code >= 0 && code < 65_536 ? String.fromCharCode(Math.round(code)) : null)
const asc = ofText((text) => text.length > 0 && text[0] !== unknownPart ? text.charCodeAt(0) : null)
const same = ofText((text) => text)
const rounded = ofNumber((number) => Math.round(number))

/**
 * Folds a function that takes a part of a string by its position. The result is unknown if a part of the string is
 * unknown, because the length of that part is unknown.
 */
const part = (take: (text: string, first: number, second: number | null) => string): Fold =>
  ofText((text, first, second) =>
    first === null || first === undefined || !isFullyKnown(text) ? null : take(text, first, second ?? null)
  )

const repeated = (count: number, text: string): string | null =>
  count >= 0 && count * text.length <= foldedCharsMax ? text.repeat(Math.trunc(count)) : null

const replace: Fold = ([whole, old, fresh]) => {
  const [text, from, to] = [textOf(whole), textOf(old), textOf(fresh)]
  if (text === null || from === null || to === null || from === "") return text
  const parts = text.split(from)
  return text.length + (parts.length - 1) * to.length > foldedCharsMax ? null : parts.join(to)
}

const split: Fold = ([whole, separator]) => {
  const [text, by] = [textOf(whole), separator === undefined ? " " : textOf(separator)]
  return text === null || by === null || by === "" ? null : text.split(by, listItemsMax)
}

const join: Fold = ([items, separator]) => {
  const by = separator === undefined ? " " : textOf(separator)
  if (!Array.isArray(items) || by === null) return null
  const size = items.reduce<number>((sum, item) => sum + by.length + (typeof item === "string" ? item.length : 1), 0)
  return size > foldedCharsMax ? null : items.join(by)
}

const list: Fold = (items) => {
  const known: Array<string | number> = []
  for (const item of items) {
    if (typeof item !== "string" && typeof item !== "number") return null
    known.push(item)
  }
  return known.length > listItemsMax ? null : known
}

const functions: Readonly<Record<string, Fold>> = {
  chr,
  chrw: chr,
  chrb: chr,
  asc,
  ascw: asc,
  ascb: asc,
  strreverse: ofText((text) => reverseText(text)),
  replace,
  split,
  join,
  array: list,
  lcase: ofText((text) => text.toLowerCase()),
  ucase: ofText((text) => text.toUpperCase()),
  trim: ofText((text) => text.trim()),
  ltrim: ofText((text) => text.trimStart()),
  rtrim: ofText((text) => text.trimEnd()),
  cstr: same,
  cvar: ([value]) => value ?? null,
  str: same,
  format: ([value, ...more]) => more.length === 0 ? textOf(value) : null,
  strconv: ([value]) => Array.isArray(value) ? null : textOf(value),
  val: ([value]) => numberOf(value),
  clng: rounded,
  cint: rounded,
  cbyte: rounded,
  cdbl: ofNumber((number) => number),
  csng: ofNumber((number) => number),
  abs: ofNumber(Math.abs),
  int: ofNumber(Math.floor),
  fix: ofNumber(Math.trunc),
  round: rounded,
  sgn: ofNumber(Math.sign),
  sqr: ofNumber(Math.sqrt),
  hex: ofNumber((number) => Math.round(number).toString(16).toUpperCase()),
  oct: ofNumber((number) => Math.round(number).toString(8)),
  len: ofText((text) => isFullyKnown(text) ? text.length : null),
  mid: part((text, start, size) => size === null ? text.slice(start - 1) : text.slice(start - 1, start - 1 + size)),
  left: part((text, size) => text.slice(0, Math.max(0, size))),
  right: part((text, size) => size <= 0 ? "" : text.slice(-size)),
  space: ofNumber((count) => repeated(count, " ")),
  string: ([count, text]) => {
    const [times, one] = [numberOf(count), typeof text === "number" ? String.fromCharCode(text) : textOf(text)]
    return times === null || one === null || one === "" ? null : repeated(times, one.charAt(0))
  }
}
