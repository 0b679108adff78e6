/**
 * A link as it is compared or listed (`host/path?query`, `host`, with or without a scheme and a port) in two: what says whose it is,
 * and what stands behind. Together they are the whole text.
 */
export const hostOfLink = (link: string): { readonly host: string; readonly behind: string } => {
  const start = /^[a-z][a-z0-9+.-]*:\/\//i.exec(link)?.[0].length ?? 0
  const end = /[/?#\\]/.exec(link.slice(start))
  const at = end === null ? link.length : start + end.index
  return { host: link.slice(0, at), behind: link.slice(at) }
}
