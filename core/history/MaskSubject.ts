/** `ann@example.com` → `a***@example.com`; a URL keeps its host; a file name its ending. */
export const maskSubject = (subject: string): string => {
  // In whatever spelling: a browser takes backslashes, and blanks before it.
  const url = URL.canParse(subject) ? new URL(subject) : null
  if (url !== null && /^https?:$/.test(url.protocol)) return `${url.host}/***`
  const at = subject.lastIndexOf("@")
  const [first] = subject
  if (first !== undefined && at > 0 && !subject.includes("/")) return `${first}***${subject.slice(at)}`
  const dot = subject.lastIndexOf(".")
  return dot > 0 ? `***${subject.slice(dot)}` : "***"
}
