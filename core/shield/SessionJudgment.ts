import type { PuzzleProfile } from "./Puzzle.ts"
import type { Pressure } from "./VisitorTraffic.ts"

/** Request headers and visitor address used for scoring. A missing header is null. */
export interface RequestFacts {
  /** The visitor's address, resolved through trusted proxies only. */
  readonly address: string
  readonly userAgent: string | null
  /** Whether the user agent matches a list of known bots and tools. Null: not checked. */
  readonly isSelfDeclaredBot: boolean | null
  readonly acceptLanguage: string | null
  readonly secFetchSite: string | null
  readonly secFetchMode: string | null
  readonly secFetchDest: string | null
  /** `Sec-CH-UA`, `Sec-CH-UA-Mobile` and `Sec-CH-UA-Platform`. Chromium sends them only over TLS and to localhost. */
  readonly clientHints: string | null
  readonly clientHintsMobile: string | null
  readonly clientHintsPlatform: string | null
}

/** Input of session scoring. */
export interface Session {
  /** Measurements from the widget, not validated: any JSON value. Null if the widget sent none. */
  readonly signals: unknown
  readonly request: RequestFacts
  /** ISO 3166-1 alpha-2, or null. */
  readonly country: string | null
  /** `AS64500`, or null. */
  readonly asn: string | null
  readonly pressure: Pressure
  /**
   * Whether the answers came from a different network (IPv4 /24, IPv6 /48) than the challenge request. A weak signal: phones change
   * networks, and browsers switch between IPv4 and IPv6.
   */
  readonly networkChanged?: boolean
  readonly profile: PuzzleProfile
  /** Time from issuing the challenge to receiving the answers, measured by the server. */
  readonly solveMillis: number
  /** Shortest time in which the fastest machine can do this work. */
  readonly solveMillisMin: number
  /** Time since the challenge was issued. */
  readonly sinceChallengeMillis: number
  /** Number of other sessions with the same shape. 0 for people. */
  readonly shapeSeen: number
}

export interface SessionJudgment {
  /** 0 (very likely a bot) to 100 (very likely a person). */
  readonly score: number
  /** Codes of the signals that counted, highest weight first. For the operator, never for the client. */
  readonly reasons: ReadonlyArray<string>
}
