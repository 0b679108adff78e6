import { Result } from "effect"
import { parseEmailAddress } from "../../../../../core/mail-addresses/EmailAddress.ts"
import { uniqueKey } from "../../../../../core/mail-addresses/EmailKey.ts"
import { splitCells } from "./Csv.ts"

/** Addresses of one run: what a browser shows and keeps at ease. */
export const listAddressesMax = 50_000
/** Characters of what is pasted, or of a file. */
export const listCharsMax = 8 * 1_024 * 1_024

export interface AddressList {
  /** Each once, in the order in which they came. */
  readonly addresses: ReadonlyArray<string>
  /** How many stood there again. */
  readonly repeated: number
  /** How many are no addresses: they are told by the API, and cost nothing. */
  readonly invalid: number
  /** How many more there were than one run takes. */
  readonly leftOut: number
}

/**
 * The addresses in what somebody pasted or dropped: a line each, or a CSV file, of which the column with a title such as `email`
 * is taken, or else every cell with an @. `Ann <ann@example.com>` is what mail programs copy.
 */
export const readAddresses = (text: string): AddressList => {
  const seen = new Set<string>()
  const addresses: Array<string> = []
  let [repeated, invalid, leftOut] = [0, 0, 0]
  for (const address of candidates(text.slice(0, listCharsMax))) {
    const parsed = parseEmailAddress(address)
    const key = Result.isSuccess(parsed) ? uniqueKey(parsed.success) : address.toLowerCase()
    if (seen.has(key)) repeated += 1
    else if (addresses.length >= listAddressesMax) leftOut += 1
    else {
      seen.add(key)
      addresses.push(address)
      if (Result.isFailure(parsed)) invalid += 1
    }
  }
  return { addresses, repeated, invalid, leftOut }
}

const titles = /^(?:e-?mail|mail|address|e-?mail[ _-]?address|emails)$/i

const candidates = (text: string): ReadonlyArray<string> => {
  const rows = splitCells(text)
  const column = rows[0]?.findIndex((cell) => titles.test(cell)) ?? -1
  if (column >= 0) return rows.slice(1).flatMap((row) => nonEmpty(bare(row[column] ?? "")))
  return rows.flatMap((row) => {
    const withAt = row.filter((cell) => cell.includes("@"))
    // Without an @ it is told as it stands, so that nothing vanishes.
    return (withAt.length > 0 ? withAt : row.slice(0, 1)).flatMap((cell) => nonEmpty(bare(cell)))
  })
}

const bare = (cell: string): string => {
  const [open, close] = [cell.lastIndexOf("<"), cell.lastIndexOf(">")]
  return open >= 0 && close > open && cell.slice(open, close).includes("@") ? cell.slice(open + 1, close).trim() : cell
}

const nonEmpty = (text: string): ReadonlyArray<string> => text === "" ? [] : [text]
