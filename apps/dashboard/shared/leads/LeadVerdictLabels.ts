import type { LeadVerdict } from "../../../../core/scoring/Bands.ts"
import { glossary } from "../../parts/text/Glossary.ts"
import type { Tone } from "../../parts/text/StatusBadge.tsx"

/** Labels and explanations of the verdicts. */
export const leadVerdictLabels: Readonly<
  Record<LeadVerdict, { readonly title: string; readonly about: string; readonly tone: Tone }>
> = {
  clean: { title: "Clean", about: "Nothing of weight speaks against it. Answer it.", tone: "good" },
  review: {
    title: glossary.toReview,
    about: "Something speaks against it, and not enough to be sure. Have a look before you answer.",
    tone: "caution"
  },
  spam: { title: "Spam", about: "Enough speaks against it that nobody has to read it.", tone: "bad" }
}

/** Prompts for leads that are not marked yet, by verdict. */
export const feedbackPrompts: Readonly<Record<LeadVerdict, string>> = {
  clean: "Gatehouse takes it for a real message.",
  review: "Gatehouse is not sure what it is.",
  spam: "Gatehouse takes it for spam."
}
