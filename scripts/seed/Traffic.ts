import { costTable } from "../../core/credits/CostTable.ts"
import { documentDetails } from "../../core/documents/DocumentResponse.ts"
import { bulkDetails } from "../../core/emails/CheckEmails.ts"
import { maskSubject } from "../../core/history/MaskSubject.ts"
import type { NewRequest } from "../../core/history/RequestHistory.ts"
import { uuidV7 } from "../../core/kernel/Uuid.ts"
import type { Lead } from "../../core/leads/signals/Lead.ts"
import { urlDetails } from "../../core/threats/ScreenUrl.ts"
import { makeAddress } from "./Addresses.ts"
import { makeScan } from "./Documents.ts"
import { makeLead } from "./Leads.ts"
import type { Random } from "./Random.ts"
import { companyHosts, hostileHosts } from "./Words.ts"

/** API key and its share of the traffic. */
export interface SeedKey {
  readonly id: string
  readonly share: number
  /** Time when the key is revoked and no longer used, in milliseconds since 1970; Infinity if never. */
  readonly until: number
}

export interface GeneratedRequest {
  readonly record: NewRequest
  /** Whether the credits are reserved before the work, as for documents. */
  readonly isReserved: boolean
  /** Lead to analyze, if any. The analysis sets the verdict of the record. */
  readonly lead: Lead | null
}

const operations = [
  ["scan/email", 705],
  ["scan/url", 160],
  ["lead/analyze", 60],
  ["scan", 35],
  ["scan/email/bulk", 30],
  ["submit-phishing-link", 10]
] as const

type Operation = typeof operations[number][0]

/** Median duration in milliseconds and log-normal spread, by operation. */
const durations: Readonly<Record<Operation, readonly [number, number]>> = {
  "scan/email": [1.1, 0.6],
  "scan/url": [2.4, 0.8],
  "lead/analyze": [7, 0.7],
  scan: [160, 1],
  "scan/email/bulk": [22, 0.8],
  "submit-phishing-link": [5, 0.6]
}

/** Failure rate, and the statuses of failures with their weights. `outage` replaces `usual` for one hour. */
const usual = { failureShare: 0.027, failures: [[422, 24], [413, 1], [500, 1], [503, 1]] } as const
const outage = { failureShare: 0.26, failures: [[503, 300], [422, 24], [500, 20]] } as const

/** Creates a request of ordinary traffic. */
export const makeRequest = (
  random: Random,
  accountId: string,
  keys: ReadonlyArray<SeedKey>,
  at: number,
  isOutage: boolean
): GeneratedRequest => {
  const operation = random.weighted(operations)
  const [median, spread] = durations[operation]
  const base = {
    requestId: uuidV7(at, random.bytes(10)),
    accountId,
    keyId: random.weighted(keys.filter(({ until }) => at < until).map((key) => [key.id, key.share] as const)),
    operation,
    at: new Date(at),
    durationMicros: Math.max(90, Math.round(random.around(median, spread) * 1_000))
  }
  const { failureShare, failures } = isOutage ? outage : usual
  if (random.chance(failureShare)) {
    const failed = random.weighted<number>(failures)
    const status = failed === 413 && operation !== "scan" ? 422 : failed
    return { record: { ...base, status, credits: 0, verdict: null, subject: null }, isReserved: false, lead: null }
  }
  const answered = answers[operation](random, base)
  const subject = answered.subject === null ? null : maskSubject(answered.subject)
  const { lead = null, ...told } = answered
  return { record: { ...base, status: 200, ...told, subject }, isReserved: operation === "scan", lead }
}

type Base = Pick<NewRequest, "requestId" | "accountId" | "at">

interface Answered {
  readonly credits: number
  readonly verdict: string | null
  readonly subject: string | null
  readonly status?: number
  readonly details?: NonNullable<NewRequest["details"]>
  readonly lead?: Lead
}

const answers: Readonly<Record<Operation, (random: Random, base: Base) => Answered>> = {
  "scan/email": (random) => {
    const { address, verdict } = makeAddress(random)
    return { credits: costTable["scan/email"], verdict, subject: address }
  },
  "scan/email/bulk": (random) => {
    const checked = Math.min(500, Math.max(1, Math.round(random.around(60, 1))))
    const invalid = random.chance(0.3) ? random.integer(1, Math.max(1, checked >> 4)) : 0
    const results = Array.from({ length: checked }, (_, index) => {
      const { address, verdict } = makeAddress(random)
      const signals = { disposable: false, role_account: false, public_domain: false, email_blocked: false }
      return { index, email: address, domain: "", did_you_mean: null, ...signals, [verdict]: true }
    })
    const errors = Array.from({ length: invalid }, (_, index) => ({ index, email: "", message: "" }))
    return {
      credits: checked * costTable["scan/email/bulk"],
      verdict: `${checked} checked, ${invalid} invalid`,
      subject: null,
      details: bulkDetails({ ok: true, results, errors })
    }
  },
  "scan/url": (random) => {
    const isBad = random.chance(0.06)
    const host = random.one(isBad ? hostileHosts : companyHosts)
    const path = random.one(["", "login", "news", "shop", "a", "download"])
    const source = random.one(["urlhaus", "blocklist", "openphish"])
    const listed = isBad
      ? { source, type: source === "blocklist" ? null : "phishing" as const, expression: `${host}/` }
      : null
    const details = urlDetails({ ok: !isBad, listed, allowed: null, observed: [], stale: [] })
    return {
      credits: costTable["scan/url"],
      verdict: isBad ? `bad: ${source}` : random.chance(0.01) ? "allowed: entry 3" : "safe",
      subject: `https://${host}/${path}`,
      ...details === null ? {} : { details }
    }
  },
  scan: (random, { at }) => {
    const scan = makeScan(random, at.getTime())
    return {
      credits: costTable["scan"],
      verdict: `${scan.rating} (${scan.score})`,
      subject: scan.fileName,
      details: documentDetails(scan)
    }
  },
  "lead/analyze": (random) => {
    const { address } = makeAddress(random)
    return { credits: 0, verdict: null, subject: address, lead: makeLead(random, address) }
  },
  "submit-phishing-link": (random) => ({
    credits: 0,
    status: 201,
    verdict: `submission ${random.integer(1, 40)}`,
    subject: `https://${random.one(hostileHosts)}/verify`
  })
}
