/** Characters that a page has room for, about. */
export const pageChars = 3_000

/** Pages of a text that does not say how many it has: by its breaks, and by what a page has room for. */
export const estimatedPages = (chars: number, breaks: number): number =>
  Math.max(breaks + 1, Math.ceil(chars / pageChars))
