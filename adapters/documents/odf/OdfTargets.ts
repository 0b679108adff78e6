/** Schemes whose targets are within the package. */
const internalSchemes: ReadonlySet<string> = new Set([
  "data",
  "vnd.sun.star.package",
  "vnd.sun.star.graphicobject",
  "vnd.sun.star.embeddedobject"
])

/** Schemes that make the office program run a script, command or service. */
const commandSchemes: ReadonlySet<string> = new Set([
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
 * Reports whether a target is outside the package (ODF 1.3 part 2, 3.7).
 *
 * @param folders depth of the folder that contains the referring part
 */
export const isExternalTarget = (target: string, folders: number): boolean => {
  if (target === "" || target.startsWith("#")) return false
  const scheme = schemeOf(target)
  if (scheme !== "") return !internalSchemes.has(scheme) && !/^\s{0,9}sdbc:embedded:/i.test(target)
  if (/^\s{0,9}[\\/]/.test(target)) return true
  // Each `../` leads up one folder. If there are more than `folders`, the target is outside the package.
  return (/^(?:\.\.?\/)+/.exec(target)?.[0].split("/").filter((step) => step === "..").length ?? 0) > folders
}

const networkSchemes: ReadonlySet<string> = new Set([
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

/** Reports whether a target is on another machine, so that opening the target causes network traffic. */
export const isRemoteTarget = (target: string): boolean => {
  const scheme = schemeOf(target)
  if (scheme === "") return /^\s{0,9}[\\/]{2}/.test(target)
  if (scheme !== "file") return networkSchemes.has(scheme)
  const [, slashes = "", host = ""] = /^\s{0,9}file:([\\/]{0,9})([^\\/]{0,9})/i.exec(target) ?? []
  // Three slashes mean that there is no host. More slashes start the path of a network share.
  return slashes.length > 3 || slashes.length === 2 && !/^(?:localhost)?$/i.test(host) && !/^[a-z][:|]$/i.test(host)
}

export const isCommandTarget = (target: string): boolean => commandSchemes.has(schemeOf(target))
