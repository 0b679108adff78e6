import type { LeadVerdict } from "../../../../core/scoring/Bands.ts"
import { glossary } from "../../parts/text/Glossary.ts"
import type { Tone } from "../../parts/text/StatusBadge.tsx"

export const leadVerdictLabels: Readonly<
  Record<LeadVerdict, { readonly title: string; readonly about: string; readonly tone: Tone }>
> = {
  clean: { title: "Clean", about: "No sign of spam. You can reply.", tone: "good" },
  review: {
    title: glossary.review,
    about: "Some signs of spam. Check the message before you reply.",
    tone: "caution"
  },
  spam: { title: "Spam", about: "Clear signs of spam. You can ignore it.", tone: "bad" }
}

/** Text for an unmarked lead, by verdict. It appears below the question whether the verdict is right. */
export const feedbackPrompts: Readonly<Record<LeadVerdict, string>> = {
  clean: "Gatehouse considers this a real message.",
  review: "Gatehouse is not sure about this message.",
  spam: "Gatehouse considers this spam."
}
