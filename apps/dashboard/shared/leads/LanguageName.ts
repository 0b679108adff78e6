/** What a language is called; the code itself where the browser has no name for it. */
export const languageName = (code: string): string => {
  try {
    return new Intl.DisplayNames("en-GB", { type: "language" }).of(code) ?? code
  } catch {
    return code
  }
}
