import { termWithin } from "../../parts/Glossary.ts"

/** The number of the submission that an entry of the blocklist came of; null of another source. */
export const submissionOf = (source: string): string | null => /^submission:(\d+)$/.exec(source)?.[1] ?? null

/** Where an entry of the blocklist comes from, in words: `submission:17`, or the name of an imported list. */
export const sourceWords = (source: string): string => {
  const submission = submissionOf(source)
  return submission === null ? `from ${source}` : `${termWithin("reported")} ${submission}`
}

/** What somebody types to find a source, as entries keep it: `reported link 17`, or `link 17`, is `submission:17`. */
export const sourceText = (typed: string): string =>
  typed.trim().replace(/^(?:submission|(?:reported\s+)?link)[\s:#]*(?=\d+$)/i, "submission:")
