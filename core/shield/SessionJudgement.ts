import type { PuzzleProfile } from "./Puzzle.ts"
import type { Pressure } from "./VisitorTraffic.ts"

/** What the requests of a browser say of it, and where they come from. A header that was not sent is null. */
export interface RequestFacts {
  /** The visitor's address, as far as the proxies in front are trusted. */
  readonly address: string
  readonly userAgent: string | null
  /** Whether the user agent names itself as a bot or a tool: asked of a list of such names where headers are read. Null: not asked. */
  readonly isSelfDeclaredBot: boolean | null
  readonly acceptLanguage: string | null
  readonly secFetchSite: string | null
  readonly secFetchMode: string | null
  readonly secFetchDest: string | null
  /** `Sec-CH-UA`, `Sec-CH-UA-Mobile` and `Sec-CH-UA-Platform`: Chromium sends them over TLS and to localhost. */
  readonly clientHints: string | null
  readonly clientHintsMobile: string | null
  readonly clientHintsPlatform: string | null
}

/** Everything that a session is judged by. */
export interface Session {
  /** What the widget measured, as it came; null where it sent nothing. Nobody has looked at it: it may be anything. */
  readonly signals: unknown
  readonly request: RequestFacts
  /** ISO 3166-1 alpha-2, or null. */
  readonly country: string | null
  /** `AS64500`, or null. */
  readonly asn: string | null
  readonly pressure: Pressure
  /**
   * Whether the answers came from another network (IPv4 /24, IPv6 /48) than the one that asked for the challenge. Phones
   * change networks, and browsers between IPv4 and IPv6: little by itself.
   */
  readonly networkChanged?: boolean
  readonly profile: PuzzleProfile
  /** From the challenge to its answers, as the server saw it. */
  readonly solveMillis: number
  /** Least time that the fastest machine needs for such work. */
  readonly solveMillisMin: number
  /** From the challenge to now. */
  readonly sinceChallengeMillis: number
  /** How often the shape of this session was seen before in other sessions: 0 for people. */
  readonly shapeSeen: number
}

export interface SessionJudgement {
  /** 0 (very likely a bot) to 100 (very likely a person). */
  readonly score: number
  /** Codes of what counted, the weightiest first; for the operator, never for the client. */
  readonly reasons: ReadonlyArray<string>
}
