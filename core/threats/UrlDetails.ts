import type { RequestDetails } from "../history/RequestDetails.ts"
import type { UrlVerdict } from "./ScreenUrl.ts"

/** Of a URL that is listed, or that a source observes, what is kept beside its request: where, and by which expression. */
export const urlDetails = ({ listed, observed }: UrlVerdict): RequestDetails | null => {
  const listings = [
    ...listed === null ? [] : [{ ...listed, code: "LISTED", said: "Listed by" }],
    ...observed.map((threat) => ({ ...threat, code: "OBSERVED", said: "Seen, without a consequence, by" }))
  ]
  if (listings.length === 0) return null
  return {
    score: null,
    reasons: listings.map(({ code, expression, said, source, type }) => ({
      code,
      message: `${said} ${source}${type === null || type === "unknown" ? "" : ` as ${type}`}.`,
      where: expression
    })),
    facts: listed === null ? {} : { source: listed.source, type: listed.type, expression: listed.expression }
  }
}
