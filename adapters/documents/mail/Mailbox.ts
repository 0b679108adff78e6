/** Matches the line before a message, and requires a header field after it. */
const separator = /(?:^|\n\r?\n|\r\r)From [^\r\n]{0,320}(?:\r?\n|\r)(?=[!-9;-~]{1,76}[ \t]{0,9}:)/

/**
 * Splits a mailbox into its messages, without the lines that separate them (RFC 4155). Programs disagree about these
 * lines, so only `From` and a blank are required.
 */
export const splitMailbox = (text: string): ReadonlyArray<string> =>
  text.split(separator).filter((message) => message.trim() !== "")
