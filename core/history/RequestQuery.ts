import type { AccountId, KeyId } from "../kernel/Ids.ts"
import type { RequestRecord } from "./RequestHistory.ts"
import { verdictWords } from "./VerdictWords.ts"

/** What narrows a list of requests; what is absent does not. */
export interface RequestFilter {
  readonly operation?: string
  /** A status (`422`), or a class of them (`4xx`). */
  readonly status?: string
  readonly keyId?: KeyId
  /** One of `verdictWords`. */
  readonly verdict?: string
  /** Part of the subject, without regard to the case of A to Z; a request id finds that request and nothing else. */
  readonly text?: string
  /** Beside `text`: a whole subject, without regard to the case of A to Z, that is found as well. */
  readonly masked?: string
  /** 64 hex digits in small letters: the details of a scan tell this hash of its file. */
  readonly fileHash?: string
  readonly from?: Date
  /** Before it. */
  readonly to?: Date
}

export interface RequestQuery extends RequestFilter {
  readonly accountId: AccountId
  /** Only records with a smaller request id: the older ones. It need not be of a request. */
  readonly before?: string
  readonly limit: number
}

/** A page of a search that is bounded: it may hold less than `limit`, or nothing, and still not be the last. */
export interface RequestPage {
  /** Newest first. */
  readonly items: ReadonlyArray<RequestRecord>
  /** `before` of the next page; null at the end. */
  readonly next: string | null
}

/** The smallest request id of an instant: in version 7 of UUIDs time comes first, so that ranges of time are ranges of ids. */
export const firstIdOf = (millis: number): string => {
  const hex = Math.min(Math.max(0, Math.floor(millis)), millisMax).toString(16).padStart(12, "0")
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** What 48 bits hold. */
const millisMax = 2 ** 48 - 1

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The request id that a text is; null when it is something else. */
export const requestIdIn = (text: string): string | null => {
  const folded = text.trim().toLowerCase()
  return uuid.test(folded) ? folded : null
}

/** A to Z become small, and nothing else: what every database does alike. What cannot be stored cannot be looked for either. */
export const folded = (text: string): string =>
  text.replaceAll("\0", "\ufffd").toWellFormed().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Smallest and largest status. */
export const statusRange = (status: string): readonly [number, number] => {
  const first = Number(status.replace("xx", "00"))
  return [first, status.endsWith("xx") ? first + 99 : first]
}

/** Whether anything but time narrows it. */
export const looksAtRows = ({ fileHash, keyId, operation, status, text, verdict }: RequestFilter): boolean =>
  [fileHash, keyId, operation, status, text, verdict].some((narrows) => narrows !== undefined)

/** As it stands in the details of a scan, and is found there. */
export const hashWithin = (fileHash: string): string => `sha256:${fileHash}`

/** Whether a record is one that is looked for; of its details, which tell the hash, nothing is known here. */
export const matchesFilter = (record: RequestRecord, filter: RequestFilter): boolean => {
  const { fileHash, from, keyId, masked, operation, status, text, to, verdict } = filter
  if (fileHash !== undefined && record.operation !== hashedOperation) return false
  if (operation !== undefined && record.operation !== operation) return false
  if (keyId !== undefined && record.keyId !== keyId) return false
  if (from !== undefined && record.at < from || to !== undefined && record.at >= to) return false
  if (status !== undefined && !isWithin(record.status, statusRange(status))) return false
  if (verdict !== undefined && !(record.verdict !== null && verdictWords(record.verdict).includes(verdict))) {
    return false
  }
  return text === undefined || holdsText(record, text) || masked !== undefined && isSubject(record, masked)
}

/** What alone is told a hash of. */
export const hashedOperation = "scan"

const isSubject = ({ subject }: RequestRecord, masked: string): boolean =>
  subject !== null && folded(subject) === folded(masked)

const isWithin = (status: number, [first, last]: readonly [number, number]): boolean =>
  status >= first && status <= last

const holdsText = ({ requestId, subject }: RequestRecord, text: string): boolean => {
  const id = requestIdIn(text)
  return id === null ? subject !== null && folded(subject).includes(folded(text)) : requestId === id
}
