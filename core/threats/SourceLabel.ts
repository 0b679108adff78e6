/** Returns a source's name for use in a sentence: `urlhaus` stays as it is, and the server's own list becomes `the blocklist`. */
export const sourceLabel = (source: string): string => source === "blocklist" ? "the blocklist" : source
