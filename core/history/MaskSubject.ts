/**
 * Masks a subject: `ann@example.com` becomes `a***@example.com`. A URL keeps its host, and a file name keeps its
 * extension.
 */
export const maskSubject = (subject: string): string => {
  // The URL parser accepts every spelling that browsers accept, including backslashes and leading spaces.
  const url = URL.canParse(subject) ? new URL(subject) : null
  if (url !== null && /^https?:$/.test(url.protocol)) return `${url.host}/***`
  const at = subject.lastIndexOf("@")
  const [first] = subject
  if (first !== undefined && at > 0 && !subject.includes("/")) return `${first}***${subject.slice(at)}`
  const dot = subject.lastIndexOf(".")
  return dot > 0 ? `***${subject.slice(dot)}` : "***"
}
