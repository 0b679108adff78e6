/** Maximum characters of a quoted value in a text for an agent. */
export const quotedCharsMax = 300

/**
 * Returns a value that a stranger may have chosen, in quotes and on one line. An agent can then distinguish it from the
 * text of the tool.
 */
export const quote = (value: string): string =>
  JSON.stringify(value.length > quotedCharsMax ? `${value.slice(0, quotedCharsMax)}…` : value)
