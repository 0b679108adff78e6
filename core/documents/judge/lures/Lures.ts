import type { Idea, Ideas } from "./FindIdeas.ts"

/** A kind of lure: what it claims and asks for. */
export interface Lure {
  readonly kind: LureKind
  /** What the lure leads to: any page, or a file to download. Null if it works without a link. */
  readonly leadsTo: "page" | "archive" | null
  readonly matches: (has: (idea: Idea, phrasesMin?: number) => boolean) => boolean
}

export type LureKind =
  | "paste"
  | "archive"
  | "enable"
  | "call"
  | "scan"
  | "account"
  | "gate"
  | "shared"
  | "parcel"
  | "gain"
  | "bill"
  | "authority"
  | "bank"
  | "update"

/** Kinds of lures, the most specific first. */
const lures: ReadonlyArray<Lure> = [
  { kind: "paste", leadsTo: null, matches: (has) => has("shell") && has("paste") && has("run") && has("pretext") },
  { kind: "enable", leadsTo: null, matches: (has) => has("enable", 2) || has("enable") && has("sharing") },
  {
    kind: "call",
    leadsTo: null,
    matches: (has) => has("call") && has("dispute") && (has("debit") || has("file") && has("haste"))
  },
  { kind: "archive", leadsTo: "archive", matches: (has) => has("secret") },
  {
    kind: "parcel",
    leadsTo: "page",
    matches: (has) =>
      has("parcel") && (
        has("fee") && (has("verify") || has("trouble") && (has("open") || has("fee", 2))) ||
        has("trouble") && (has("verify") || has("haste") && has("open")) ||
        has("fee") && has("haste")
      )
  },
  {
    kind: "account",
    leadsTo: "page",
    matches: (has) =>
      (has("account") || has("secret")) && has("trouble") &&
        (has("verify") || has("open") || has("fee") || has("haste")) ||
      (has("account") || has("secret")) && has("verify") && has("haste")
  },
  {
    kind: "gate",
    leadsTo: "page",
    matches: (has) => has("open") && has("file") && (has("verify") && has("account") || has("secret"))
  },
  {
    kind: "shared",
    leadsTo: "page",
    matches: (has) => has("file") && has("sharing") && (has("open") || has("verify"))
  },
  {
    kind: "gain",
    leadsTo: "page",
    matches: (has) =>
      has("gain") && (
        has("verify") || has("secret") || has("haste") ||
        (has("open") || has("trouble")) && (has("account") || has("fee"))
      )
  },
  {
    kind: "bill",
    leadsTo: "page",
    matches: (has) =>
      has("file") && (has("trouble") || has("fee")) && has("haste") && (has("open") || has("verify")) ||
      has("fee", 2) && has("haste", 2)
  },
  {
    kind: "bank",
    leadsTo: "page",
    matches: (has) => has("bankDetails") && (has("open") || has("verify") || has("file"))
  },
  {
    kind: "authority",
    leadsTo: "page",
    matches: (has) => has("authority") && (has("fee") || has("gain") || has("haste")) && (has("open") || has("verify"))
  },
  {
    kind: "update",
    leadsTo: "page",
    matches: (has) => has("software", 2) && has("trouble") && (has("verify") || has("open"))
  },
  {
    kind: "scan",
    leadsTo: "page",
    matches: (has) => has("scan") && (has("verify") || has("secret")) && (has("account") || has("file"))
  }
]

/**
 * Returns the kind of lure of a text; null if there is none.
 *
 * @param targets what the links of the text lead to
 */
export const lureOf = (ideas: Ideas, targets: ReadonlySet<"page" | "archive">): LureKind | null => {
  const has = (idea: Idea, phrasesMin = 1): boolean => (ideas.get(idea)?.size ?? 0) >= phrasesMin
  return lures.find(({ leadsTo, matches }) => (leadsTo === null || targets.has(leadsTo)) && matches(has))?.kind ?? null
}
