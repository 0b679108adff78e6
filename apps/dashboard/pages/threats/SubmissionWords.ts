import type { Answer } from "../../api/Client.ts"
import type { Tone } from "../../parts/Verdict.tsx"

export type Submission = Answer<"threats", "submissions">["items"][number]

/** Where the review of a submission stands. */
export const stateWords: Readonly<Record<Submission["state"], readonly [Tone, string]>> = {
  pending: ["info", "Waiting"],
  accepted: ["bad", "Accepted: blocked"],
  rejected: ["plain", "Rejected"]
}
