import { Schema } from "effect"

/** The site key is unknown, or the site does not list the page's host name. Retrying does not help. */
export class SiteRefused extends Schema.TaggedError<SiteRefused>()("SiteRefused", {
  reason: Schema.Literals(["site-key", "hostname"])
}) {
  override get message(): string {
    return this.reason === "site-key" ? "The site key does not exist." : "The site does not list this host name."
  }
}

/** The challenge was already answered, either correctly or incorrectly. */
export class ChallengeUsed extends Schema.TaggedError<ChallengeUsed>()("ChallengeUsed", {}) {
  override get message(): string {
    return "The challenge was already used."
  }
}

export class ProofExpired extends Schema.TaggedError<ProofExpired>()("ProofExpired", {
  what: Schema.Literals(["challenge", "ticket"])
}) {
  override get message(): string {
    return `The ${this.what} has expired.`
  }
}

/** The challenge or ticket is malformed, forged, or for another host name, or its answers are wrong. */
export class ProofRefused extends Schema.TaggedError<ProofRefused>()("ProofRefused", {
  reason: Schema.Literals(["challenge", "ticket", "hostname", "counters", "answers"])
}) {
  override get message(): string {
    return refusals[this.reason]
  }
}

const refusals = {
  challenge: "The challenge is not valid.",
  ticket: "The ticket is not valid.",
  hostname: "The challenge was issued for another host name.",
  counters: "Send exactly one whole number for each puzzle.",
  answers: "An answer is wrong."
} as const

/** All errors with which Shield refuses a request from the widget. */
export type ShieldFailure = SiteRefused | ChallengeUsed | ProofExpired | ProofRefused
