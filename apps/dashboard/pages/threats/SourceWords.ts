/** Where an entry of the blocklist comes from, in words: `submission:17`, or the name of an imported list. */
export const sourceWords = (source: string): string => {
  const submission = /^submission:(\d+)$/.exec(source)?.[1]
  return submission === undefined ? `from ${source}` : `from submission ${submission}`
}

/** What somebody types to find a source, as entries keep it: `submission 17` is `submission:17`. */
export const sourceText = (typed: string): string => typed.trim().replace(/^submission[\s:#]*(?=\d+$)/i, "submission:")
