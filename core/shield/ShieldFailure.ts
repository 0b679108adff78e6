import { Schema } from "effect"

/** The site key is unknown, or the site does not list the page's host name. Retrying does not help. */
export class SiteRefused extends Schema.TaggedError<SiteRefused>()("SiteRefused", {
  why: Schema.Literals(["site-key", "hostname"])
}) {
  override get message(): string {
    return this.why === "site-key" ? "There is no such site key." : "The site is not set up for this host name."
  }
}

/** The challenge was already answered, correctly or not. */
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

/** The proof is malformed, forged or answered incorrectly. Clients get no further detail. */
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

/** Every error with which Shield refuses a request from the widget. */
export type ShieldFailure = SiteRefused | ChallengeUsed | ProofExpired | ProofRefused
