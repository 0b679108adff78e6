import { Result } from "effect"
import { parseEmailAddress } from "../../../../../core/mail-addresses/EmailAddress.ts"
import { normalizedAddress } from "../../../../../core/mail-addresses/MailboxKey.ts"
import { parseCells } from "./Csv.ts"

/** Maximum addresses in one run, which browsers can display and store easily. */
export const listAddressesMax = 50_000
/** Maximum characters of the pasted text, and maximum bytes of a file. */
export const listCharsMax = 8 * 1_024 * 1_024

export interface ParsedAddresses {
  /** Unique addresses in their original order. */
  readonly addresses: ReadonlyArray<string>
  /** Number of addresses that repeat an earlier one. */
  readonly duplicates: number
  /** Number of invalid addresses among `addresses`. The API reports them at no charge. */
  readonly invalid: number
  /** Number of addresses beyond the limit of one run. */
  readonly overLimit: number
}

/**
 * Extracts the addresses from pasted or dropped text: one address per line, or a CSV file. Uses the CSV column with a
 * title such as `email`, or else every cell that contains an @. Accepts `Ann <ann@example.com>`, which email programs
 * copy.
 */
export const parseAddresses = (text: string): ParsedAddresses => {
  const seen = new Set<string>()
  const addresses: Array<string> = []
  let [repeated, invalid, leftOut] = [0, 0, 0]
  for (const address of candidates(text.slice(0, listCharsMax))) {
    const parsed = parseEmailAddress(address)
    const key = Result.isSuccess(parsed) ? normalizedAddress(parsed.success) : address.toLowerCase()
    if (seen.has(key)) repeated += 1
    else if (addresses.length >= listAddressesMax) leftOut += 1
    else {
      seen.add(key)
      addresses.push(address)
      if (Result.isFailure(parsed)) invalid += 1
    }
  }
  return { addresses, duplicates: repeated, invalid, overLimit: leftOut }
}

const titles = /^(?:e-?mail|mail|address|e-?mail[ _-]?address|emails)$/i

const candidates = (text: string): ReadonlyArray<string> => {
  const rows = parseCells(text)
  const column = rows[0]?.findIndex((cell) => titles.test(cell)) ?? -1
  if (column >= 0) return rows.slice(1).flatMap((row) => nonEmpty(withoutDisplayName(row[column] ?? "")))
  return rows.flatMap((row) => {
    const withAt = row.filter((cell) => cell.includes("@"))
    // Keeps a row without an @ as it is, so that no input is lost silently.
    return (withAt.length > 0 ? withAt : row.slice(0, 1)).flatMap((cell) => nonEmpty(withoutDisplayName(cell)))
  })
}

const withoutDisplayName = (cell: string): string => {
  const [open, close] = [cell.lastIndexOf("<"), cell.lastIndexOf(">")]
  return open >= 0 && close > open && cell.slice(open, close).includes("@") ? cell.slice(open + 1, close).trim() : cell
}

const nonEmpty = (text: string): ReadonlyArray<string> => text === "" ? [] : [text]
