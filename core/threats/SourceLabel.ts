/**
 * Returns a source's name for use in a sentence. `blocklist` becomes `the blocklist`, and other names are unchanged.
 */
export const sourceLabel = (source: string): string => source === "blocklist" ? "the blocklist" : source
