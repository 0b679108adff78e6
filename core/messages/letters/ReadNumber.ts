import { kinds } from "./CharacterKinds.ts"
import type { Units } from "./ReadUnits.ts"
import { close, tokenKinds, type Tokens } from "./Tokens.ts"

const currencies = new Set([..."$€£¥₹₽₺₩₴₫₦₱฿₪₿"].map((sign) => sign.charCodeAt(0)))
const percents = new Set([..."%٪‰"].map((sign) => sign.charCodeAt(0)))
const inner = new Set([...".,:/-"].map((sign) => sign.charCodeAt(0)))

/** Units of a number that its shape keeps: longer ones are all alike. */
export const numberUnitsMax = 12

const zeroUnit = 0x30
const space = 0x20

/** Reads a number, and returns where it ends: its shape stands for it (`00:00`, `0000`), since its digits say nothing. */
export const readNumber = (tokens: Tokens, units: Units, from: number, end: number): number => {
  let to = from + 1
  while (to < end && (isDigit(units, to) || (inner.has(units.unit[to]!) && to + 1 < end && isDigit(units, to + 1)))) {
    to++
  }
  if (to < units.length && percents.has(units.unit[to]!)) {
    close(tokens, units, tokenKinds.percent, from, to + 1)
    return to + 1
  }
  const begin = currencyBeside(units, from - 1, -1) ?? from
  const behind = currencyBeside(units, to, 1)
  const isMoney = begin < from || behind !== null
  for (let at = from; at < Math.min(to, from + numberUnitsMax); at++) {
    const isZero = isDigit(units, at)
    if (isZero || !isMoney) tokens.letters[tokens.filled++] = isZero ? zeroUnit : units.unit[at]!
  }
  close(tokens, units, isMoney ? tokenKinds.money : tokenKinds.number, begin, behind === null ? to : behind + 1)
  return to
}

const isDigit = (units: Units, at: number): boolean => units.kind[at] === kinds.digit

/** Where the sign of a currency stands, at a place or behind one space, or null. */
const currencyBeside = (units: Units, at: number, step: 1 | -1): number | null => {
  if (isCurrency(units, at)) return at
  return units.unit[at] === space && isCurrency(units, at + step) ? at + step : null
}

const isCurrency = (units: Units, at: number): boolean =>
  at >= 0 && at < units.length && currencies.has(units.unit[at]!)
