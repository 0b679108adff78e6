import type { AccountId, KeyId } from "../kernel/Ids.ts"
import type { RequestRecord } from "./RequestHistory.ts"
import { verdictLabelsOf } from "./VerdictLabels.ts"

/** Filter of a request list. An absent field matches everything. */
export interface RequestFilter {
  readonly operation?: string
  /** A status (`422`) or a class (`4xx`). */
  readonly status?: string
  readonly keyId?: KeyId
  /** One of `verdictLabelsOf`. */
  readonly verdict?: string
  /** Substring of the subject; the case of A to Z is ignored. A request id matches only that request. */
  readonly text?: string
  /** Alternative to `text`, used only with it: matches records whose whole subject is this. The case of A to Z is ignored. */
  readonly masked?: string
  /** SHA-256 in the details of a scan: 64 lower-case hex digits. */
  readonly fileHash?: string
  readonly from?: Date
  /** Exclusive. */
  readonly to?: Date
}

export interface RequestQuery extends RequestFilter {
  readonly accountId: AccountId
  /** Only records with a smaller, therefore older, request id. The id need not exist. */
  readonly before?: string
  readonly limit: number
}

/** Page of a bounded search. It may contain fewer than `limit` records, or none, without being the last. */
export interface RequestPage {
  /** Newest first. */
  readonly items: ReadonlyArray<RequestRecord>
  /** `before` of the next page. Null at the end. */
  readonly next: string | null
}

/** Returns the smallest request id of a time. UUIDs of version 7 start with the time, so time ranges are id ranges. */
export const firstRequestIdAt = (millis: number): string => {
  const hex = Math.min(Math.max(0, Math.floor(millis)), millisMax).toString(16).padStart(12, "0")
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const millisMax = 2 ** 48 - 1

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns a text as a request id, or null if it is not one. */
export const parseRequestId = (text: string): string | null => {
  const requestId = text.trim().toLowerCase()
  return uuid.test(requestId) ? requestId : null
}

/** Folds A to Z to lower case, as all databases do, and normalizes characters that cannot be stored. */
export const foldCase = (text: string): string =>
  text.replaceAll("\0", "\ufffd").toWellFormed().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Returns the smallest and largest status of a filter. */
export const statusRange = (status: string): readonly [number, number] => {
  const first = Number(status.replace("xx", "00"))
  return [first, status.endsWith("xx") ? first + 99 : first]
}

/** Reports whether a filter has any criterion other than time. */
export const hasRowCriteria = ({ fileHash, keyId, operation, status, text, verdict }: RequestFilter): boolean =>
  [fileHash, keyId, operation, status, text, verdict].some((narrows) => narrows !== undefined)

/** Returns the form in which a scan's details contain the hash. */
export const storedFileHash = (fileHash: string): string => `sha256:${fileHash}`

/** Reports whether a record matches a filter. Does not compare `fileHash`: the store checks it in the request details. */
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

/** The only operation whose details contain a file hash. */
export const hashedOperation = "scan"

const isSubject = ({ subject }: RequestRecord, masked: string): boolean =>
  subject !== null && foldCase(subject) === foldCase(masked)

const isWithin = (status: number, [first, last]: readonly [number, number]): boolean =>
  status >= first && status <= last

const containsText = ({ requestId, subject }: RequestRecord, text: string): boolean => {
  const id = parseRequestId(text)
  return id === null ? subject !== null && foldCase(subject).includes(foldCase(text)) : requestId === id
}
