import { readdirSync, readFileSync, statSync } from "node:fs"
import { basename, join } from "node:path"

export interface HostSet {
  readonly name: string
  readonly hosts: ReadonlyArray<string>
}

/**
 * Reads lists of hosts from a file, or from all files of a folder.
 *
 * A file is text with a host or URL per line, CSV with hosts in the first column, a MISP warning list (`list.json`), or
 * any JSON array of strings.
 */
export const readHostSets = (path: string): ReadonlyArray<HostSet> =>
  statSync(path).isDirectory()
    ? readdirSync(path).toSorted().flatMap((name) => readHostSets(join(path, name)))
    : [{ name: basename(path), hosts: [...new Set(textsOf(readFileSync(path, "utf8")).flatMap(hostOf))] }]

const textsOf = (content: string): ReadonlyArray<string> => {
  if (!/^\s*[[{]/.test(content)) return content.split("\n").map((line) => line.trim().split(/[,\t ]/)[0]!)
  const parsed: unknown = JSON.parse(content)
  const list = typeof parsed === "object" && parsed !== null && "list" in parsed ? parsed.list : parsed
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : []
}

const hostOf = (text: string): ReadonlyArray<string> => {
  const bare = text.replace(/^\*?\./, "")
  if (bare === "" || bare.startsWith("#")) return []
  const url = URL.parse(/^[a-z]+:\/\//i.test(bare) ? bare : `http://${bare}`)
  return url === null || url.hostname === "" ? [] : [url.hostname]
}
