/** A name as it stands before a cell of its sheet: `Sheet1!`, `'My sheet'!`. */
export const quotedSheet = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? `${name}!` : `'${name.replaceAll("'", "''")}'!`
