import { Schema } from "effect"

/** The widget stands on a page that it was not set up for. Asking again does not help. */
export class SiteRefused extends Schema.TaggedError<SiteRefused>()("SiteRefused", {
  why: Schema.Literals(["site-key", "hostname"])
}) {
  override get message(): string {
    return this.why === "site-key" ? "There is no such site key." : "The site is not set up for this host name."
  }
}

/** The challenge was answered before, rightly or wrongly. */
export class ChallengeUsed extends Schema.TaggedError<ChallengeUsed>()("ChallengeUsed", {}) {
  override get message(): string {
    return "The challenge was used before."
  }
}

export class ProofExpired extends Schema.TaggedError<ProofExpired>()("ProofExpired", {
  what: Schema.Literals(["challenge", "ticket"])
}) {
  override get message(): string {
    return `The ${this.what} has expired.`
  }
}

/** Something is not as this service made it, or the answers are wrong. The client is not told more than this. */
export class ProofRefused extends Schema.TaggedError<ProofRefused>()("ProofRefused", {
  why: Schema.Literals(["challenge", "ticket", "hostname", "counters", "answers"])
}) {
  override get message(): string {
    return refusals[this.why]
  }
}

const refusals = {
  challenge: "The challenge is not valid.",
  ticket: "The ticket is not valid.",
  hostname: "The challenge was made for another host name.",
  counters: "There must be one whole number for each puzzle.",
  answers: "An answer is wrong."
} as const

/** Everything for which the widget's requests are refused. */
export type ShieldFailure = SiteRefused | ChallengeUsed | ProofExpired | ProofRefused
