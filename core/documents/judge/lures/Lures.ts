import type { Idea, Ideas } from "./FindIdeas.ts"

/** A kind of lure: what it claims and asks for. */
export interface Lure {
  readonly kind: LureKind
  /** True if the lure works without a link: by telephone, by pasting, or with a QR code. */
  readonly needsLink: boolean
  readonly matches: (has: (idea: Idea, phrasesMin?: number) => boolean) => boolean
}

export type LureKind =
  | "paste"
  | "enable"
  | "call"
  | "scan"
  | "account"
  | "gate"
  | "shared"
  | "parcel"
  | "gain"
  | "bill"

/** Kinds of lures, the most specific first. */
const lures: ReadonlyArray<Lure> = [
  { kind: "paste", needsLink: false, matches: (has) => has("shell") && has("paste") },
  { kind: "enable", needsLink: false, matches: (has) => has("enable", 2) || has("enable") && has("sharing") },
  {
    kind: "call",
    needsLink: false,
    matches: (has) => has("call") && has("dispute") && (has("debit") || has("file") && has("haste"))
  },
  {
    kind: "parcel",
    needsLink: true,
    matches: (has) =>
      has("parcel") && (
        has("fee") && (has("verify") || has("trouble") && has("open")) ||
        has("trouble") && (has("verify") || has("haste") && has("open")) ||
        has("fee") && has("haste")
      )
  },
  {
    kind: "account",
    needsLink: true,
    matches: (has) =>
      (has("account") || has("secret")) && has("trouble") &&
        (has("verify") || has("open") || has("fee") || has("haste")) ||
      (has("account") || has("secret")) && has("verify") && has("haste")
  },
  {
    kind: "gate",
    needsLink: true,
    matches: (has) => has("open") && has("file") && (has("verify") && has("account") || has("secret"))
  },
  {
    kind: "shared",
    needsLink: true,
    matches: (has) => has("file") && has("sharing") && (has("open") || has("verify"))
  },
  {
    kind: "gain",
    needsLink: true,
    matches: (has) =>
      has("gain") && (has("verify") || has("secret") || has("haste") || has("open") && (has("account") || has("fee")))
  },
  {
    kind: "bill",
    needsLink: true,
    matches: (has) => has("file") && (has("trouble") || has("fee")) && has("haste") && (has("open") || has("verify"))
  },
  {
    kind: "scan",
    needsLink: true,
    matches: (has) => has("scan") && (has("verify") || has("secret")) && (has("account") || has("file"))
  }
]

/** Returns the kind of lure of a text; null if there is none. */
export const lureOf = (ideas: Ideas, isLinked: boolean): LureKind | null => {
  const has = (idea: Idea, phrasesMin = 1): boolean => (ideas.get(idea)?.size ?? 0) >= phrasesMin
  return lures.find(({ matches, needsLink }) => (isLinked || !needsLink) && matches(has))?.kind ?? null
}
