import type { PuzzleProfile } from "./Puzzle.ts"
import type { VisitorRates } from "./VisitorTraffic.ts"

/** Request headers and visitor's address that are used for scoring. A missing header is null. */
export interface RequestFacts {
  /** Visitor's address, determined only through trusted proxies. */
  readonly address: string
  readonly userAgent: string | null
  /** Whether the user agent matches a list of known bots and tools; null if it was not checked. */
  readonly isSelfDeclaredBot: boolean | null
  readonly acceptLanguage: string | null
  readonly secFetchSite: string | null
  readonly secFetchMode: string | null
  readonly secFetchDest: string | null
  /** `Sec-CH-UA`. Chromium sends this and the following two headers only over TLS and to localhost. */
  readonly clientHints: string | null
  readonly clientHintsMobile: string | null
  readonly clientHintsPlatform: string | null
}

/** Input of session scoring. */
export interface Session {
  /** Measurements from the widget: any JSON value, which is not validated. Null if the widget sent none. */
  readonly signals: unknown
  readonly request: RequestFacts
  /** Visitor's country as ISO 3166-1 alpha-2; null if unknown. */
  readonly country: string | null
  /** Visitor's network, such as `AS64500`; null if unknown. */
  readonly asn: string | null
  readonly pressure: VisitorRates
  /**
   * Whether the visitor's network (IPv4 /24, IPv6 /48) has changed since the challenge request. This is a weak signal,
   * because phones change networks and browsers switch between IPv4 and IPv6.
   */
  readonly networkChanged?: boolean
  readonly profile: PuzzleProfile
  /** Time from the challenge to its answers, measured by the server. */
  readonly solveMillis: number
  /** Shortest time in which the fastest machine can solve the puzzles. */
  readonly solveMillisMin: number
  /** Time since the challenge was issued. */
  readonly sinceChallengeMillis: number
  /** Number of other sessions with the same shape, which is 0 for people. */
  readonly shapeSeen: number
}

export interface SessionJudgment {
  /** Score from 0 (very likely a bot) to 100 (very likely a person). */
  readonly score: number
  /** Codes of the signals that counted, highest weight first. Only the operator may see them. */
  readonly reasons: ReadonlyArray<string>
}
