/** Schemes of what lies within the package all the same. */
const inner: ReadonlySet<string> = new Set([
  "data",
  "vnd.sun.star.package",
  "vnd.sun.star.graphicobject",
  "vnd.sun.star.embeddedobject"
])

/** Schemes by which an office program runs something of its own: scripts, commands and services. */
const commands: ReadonlySet<string> = new Set([
  "vnd.sun.star.script",
  "macro",
  "slot",
  ".uno",
  "service",
  "script",
  "vnd.sun.star.uno"
])

const schemeOf = (target: string): string =>
  /^\s{0,9}([a-z.][a-z0-9+.-]{0,40}):/i.exec(target)?.[1]?.toLowerCase() ?? ""

/**
 * Whether a reference leads out of its package (ODF 1.3 part 2, 3.7). `folders`: how deep within the package the part lies that
 * holds it.
 */
export const isOuter = (target: string, folders: number): boolean => {
  if (target === "" || target.startsWith("#")) return false
  const scheme = schemeOf(target)
  if (scheme !== "") return !inner.has(scheme) && !/^\s{0,9}sdbc:embedded:/i.test(target)
  if (/^\s{0,9}[\\/]/.test(target)) return true
  // Each step up leads one folder out, and from the package's own into the one that it lies in.
  return (/^(?:\.\.?\/)+/.exec(target)?.[0].split("/").filter((step) => step === "..").length ?? 0) > folders
}

const netSchemes: ReadonlySet<string> = new Set([
  "http",
  "https",
  "ftp",
  "ftps",
  "sftp",
  "smb",
  "dav",
  "davs",
  "webdav",
  "webdavs",
  "cmis",
  "vnd.sun.star.webdav",
  "vnd.sun.star.webdavs"
])

/** A place on another machine: a program that follows it asks there. */
export const isRemote = (target: string): boolean => {
  const scheme = schemeOf(target)
  if (scheme === "") return /^\s{0,9}[\\/]{2}/.test(target)
  if (scheme !== "file") return netSchemes.has(scheme)
  const [, slashes = "", host = ""] = /^\s{0,9}file:([\\/]{0,9})([^\\/]{0,9})/i.exec(target) ?? []
  // Three slashes leave the host out; with more a path of a share follows.
  return slashes.length > 3 || slashes.length === 2 && !/^(?:localhost)?$/i.test(host) && !/^[a-z][:|]$/i.test(host)
}

export const isCommand = (target: string): boolean => commands.has(schemeOf(target))
