import { glossary } from "../../parts/Glossary.ts"

export interface SourceShown {
  readonly name: string
  readonly kind: string
  readonly state: "live" | "stale" | "down"
  readonly required: boolean
  readonly enforced: boolean
  readonly updatedAt: number | null
  readonly entries: number
  readonly problem: string | null
}

export const sourceKinds: Readonly<Record<string, string>> = {
  "embedded": glossary.builtIn,
  "feed": "Feed",
  "web-risk-lookup": "Google Web Risk, asked each time",
  "web-risk-update": "Google Web Risk, lists kept here",
  "safe-browsing": "Google Safe Browsing"
}

/** What the state of a source means for answers. */
export const sourceMeaning = ({ enforced, required, state }: SourceShown): string => {
  if (state === "live") {
    return enforced
      ? "It answers, and what it lists is blocked."
      : "It answers. What it lists is told, and not blocked."
  }
  if (state === "stale") return "It answers, from data that is older than it should be."
  return required
    ? "It does not answer. Until it does, URLs that no other source lists get no verdict (422)."
    : "It does not answer. URLs are judged without it."
}

/**
 * What is to be done about it, for `Coded`; null where nothing is, or where the problem says so itself.
 *
 * @param isOwn whether who reads it runs the server: settings and commands are nobody else's
 */
export const sourceAdvice = ({ kind, name, problem, required, state }: SourceShown, isOwn: boolean): string | null => {
  if (state === "live" && problem === null) return null
  if (!isOwn) return problem === null ? "Ask whoever runs this server." : null
  const told = problem ?? ""
  if (told.includes("`gatehouse ")) return null
  if (/\b(?:401|403|key)\b/i.test(told)) {
    return kind === "feed"
      ? `Check its key in GATEHOUSE_FEED_KEYS (\`${name}=KEY\`), then start the server again.`
      : "Check Google's key in the settings, and that the API is enabled for it."
  }
  if (/\b404\b/.test(told)) return "Its address has changed or is wrong. Check GATEHOUSE_THREAT_FEEDS."
  const fetching = kind === "feed"
    ? "`gatehouse feeds update` fetches it now, and tells what is wrong."
    : "It is asked again by itself."
  if (state === "down" && required) {
    return `${fetching} If it stays away, name it in GATEHOUSE_SOURCES_OPTIONAL: then answers go on without it.`
  }
  return fetching
}
