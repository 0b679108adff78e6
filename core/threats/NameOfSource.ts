/** A source within a sentence: sources have names, as `urlhaus`; the server's own list is `the blocklist`. */
export const nameOfSource = (source: string): string => source === "blocklist" ? "the blocklist" : source
