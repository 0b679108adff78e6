/** A host as lists write it: two labels at least, of letters and digits of any script, `-` and `_`; or an address in brackets. */
const hostName = /^(?:[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+\.?|\[[\da-f:.]{2,45}\])$/iu

export const isHostName = (text: string): boolean => hostName.test(text)

/** What stands before a comment at the end of a line. */
export const withoutComment = (line: string): string => {
  const at = line.search(/\s[#!;]/)
  return at < 0 ? line : line.slice(0, at).trimEnd()
}

export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)
