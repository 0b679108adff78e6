import type { AccountId, KeyId } from "../kernel/Ids.ts"
import type { RequestRecord } from "./RequestHistory.ts"
import { verdictLabelsOf } from "./VerdictLabels.ts"

/** Filter of a request list. An absent field matches everything. */
export interface RequestFilter {
  readonly operation?: string
  /** Status (`422`) or class of statuses (`4xx`). */
  readonly status?: string
  readonly keyId?: KeyId
  /** Verdict label. A record matches if `verdictLabelsOf` returns this label for the record's verdict. */
  readonly verdict?: string
  /** Substring of the subject, ignoring the case of A to Z. A request ID matches only that request. */
  readonly text?: string
  /**
   * Masked form of `text`. In a search for `text`, records whose whole subject equals the masked form also match. The
   * case of A to Z is ignored.
   */
  readonly masked?: string
  /** SHA-256 of a scanned file: 64 lower-case hex digits. */
  readonly fileHash?: string
  readonly from?: Date
  /** End of the time range, exclusive. */
  readonly to?: Date
}

export interface RequestQuery extends RequestFilter {
  readonly accountId: AccountId
  /** Only records with a smaller request ID, which are older. A request with this ID need not exist. */
  readonly before?: string
  readonly limit: number
}

/** Page of a bounded search. It may have fewer than `limit` records, or none, without being the last page. */
export interface RequestPage {
  /** Records, newest first. */
  readonly items: ReadonlyArray<RequestRecord>
  /** Value of `before` for the next page. Null on the last page. */
  readonly next: string | null
}

/**
 * Returns the smallest request ID of a time. UUIDs of version 7 start with the time, so a range of times is a range of
 * IDs.
 */
export const firstRequestIdAt = (millis: number): string => {
  const hex = Math.min(Math.max(0, Math.floor(millis)), millisMax).toString(16).padStart(12, "0")
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const millisMax = 2 ** 48 - 1

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns a text as a canonical request ID, or null if it is not a request ID. */
export const parseRequestId = (text: string): string | null => {
  const requestId = text.trim().toLowerCase()
  return uuid.test(requestId) ? requestId : null
}

/** Folds A to Z to lower case, as all databases do, and replaces characters that cannot be stored. */
export const foldCase = (text: string): string =>
  text.replaceAll("\0", "\ufffd").toWellFormed().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Returns the smallest and the largest status that a filter matches. */
export const statusRange = (status: string): readonly [number, number] => {
  const first = Number(status.replace("xx", "00"))
  return [first, status.endsWith("xx") ? first + 99 : first]
}

/** Reports whether a filter has any criterion other than the time range. */
export const hasRowCriteria = ({ fileHash, keyId, operation, status, text, verdict }: RequestFilter): boolean =>
  [fileHash, keyId, operation, status, text, verdict].some((narrows) => narrows !== undefined)

/** Returns a file hash in the form in which a scan's details contain it. */
export const storedFileHash = (fileHash: string): string => `sha256:${fileHash}`

/**
 * Reports whether a record matches a filter. Does not compare `fileHash`: the store checks it in the request details.
 */
export const matchesFilter = (record: RequestRecord, filter: RequestFilter): boolean => {
  const { fileHash, from, keyId, masked, operation, status, text, to, verdict } = filter
  if (fileHash !== undefined && record.operation !== hashedOperation) return false
  if (operation !== undefined && record.operation !== operation) return false
  if (keyId !== undefined && record.keyId !== keyId) return false
  if (from !== undefined && record.at < from || to !== undefined && record.at >= to) return false
  if (status !== undefined && !isWithin(record.status, statusRange(status))) return false
  if (verdict !== undefined && !(record.verdict !== null && verdictLabelsOf(record.verdict).includes(verdict))) {
    return false
  }
  return text === undefined || containsText(record, text) || masked !== undefined && isSubject(record, masked)
}

/** Only operation whose details contain a file hash. */
export const hashedOperation = "scan"

const isSubject = ({ subject }: RequestRecord, masked: string): boolean =>
  subject !== null && foldCase(subject) === foldCase(masked)

const isWithin = (status: number, [first, last]: readonly [number, number]): boolean =>
  status >= first && status <= last

const containsText = ({ requestId, subject }: RequestRecord, text: string): boolean => {
  const id = parseRequestId(text)
  return id === null ? subject !== null && foldCase(subject).includes(foldCase(text)) : requestId === id
}
