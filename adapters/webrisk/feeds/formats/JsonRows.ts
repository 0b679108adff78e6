import { Predicate } from "effect"
import { readDomainCell, readUrlCell } from "./AnyCsv.ts"
import type { JsonFormat, Said } from "./Format.ts"

/** Any array of objects that have a `url`, or else a `domain`: as CSV with such a column. */
export const jsonRows: JsonFormat = {
  reads: "json",
  id: "json-rows",
  title: "a JSON array of objects with url or domain",
  recognizes: ({ key, value }) =>
    key === null && Predicate.isObject(value) && (hasText(value, "url") || hasText(value, "domain")),
  read: ({ value }) => said(value)
}

const said = (row: unknown): Said => {
  if (!Predicate.isObject(row)) return null
  const cell = (column: string) => textOf(row, column).trim()
  return hasText(row, "url") ? readUrlCell(cell) : readDomainCell(cell)
}

const hasText = (row: object, column: string): boolean => textOf(row, column) !== ""

const textOf = (row: object, column: string): string => {
  const value = Object.hasOwn(row, column) ? (row as Readonly<Record<string, unknown>>)[column] : null
  return typeof value === "string" ? value : ""
}
